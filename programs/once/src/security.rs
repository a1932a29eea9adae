//! What explorers show to somebody who has found a weakness. Whoever deploys names their own contact here and rebuilds.

solana_security_txt::security_txt! {
    name: "Tribe once",
    project_url: "set by who deploys",
    contacts: "other:the upgrade authority of this program, or whoever runs the app that uses it",
    policy: "Report in private first, with the steps that show it. docs/security/programs.md of the source says what must hold.",
    preferred_languages: "en",
    source_code: "programs/once of the repository that this was built from",
    auditors: "None"
}
