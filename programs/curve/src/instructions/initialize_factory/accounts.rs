//! Accounts of `initialize_factory`.

use pinocchio::AccountView;

/// Only who may upgrade the program may set up its factory, so that nobody can be first by chance.
pub struct InitializeFactoryAccounts<'a> {
    /// `[signer, writable]` Pays the rent of factory and vault.
    pub payer: &'a AccountView,
    /// `[signer]` The program's upgrade authority; anybody where the program has none.
    pub upgrade_authority: &'a AccountView,
    /// `[writable, pda=factory]` Made here.
    pub factory: &'a mut AccountView,
    /// `[writable, pda=vault]` Made here.
    pub vault: &'a mut AccountView,
    /// `[pda=program_data]` Where the loader keeps the upgrade authority.
    pub program_data: &'a AccountView,
    /// `[address=system]`
    pub system_program: &'a AccountView,
    /// `[address=self]` For the event.
    pub program: &'a AccountView,
}
