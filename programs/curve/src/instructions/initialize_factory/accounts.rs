//! Accounts of `initialize_factory`.

use kit::derive::find_address;
use pinocchio::{AccountView, Address};

use crate::{
    checks,
    errors::CurveError,
    instructions::Slots,
    system::SYSTEM_PROGRAM,
};

/// `BPFLoaderUpgradeab1e11111111111111111111111`
const LOADER: Address = Address::new_from_array([
    2, 168, 246, 145, 78, 136, 161, 176, 226, 16, 21, 62, 247, 99, 174, 43, 0, 194, 185, 61, 22, 193, 36, 210, 192, 83,
    122, 16, 4, 128, 0, 0,
]);

/// Only who may upgrade the program may set up its factory, so that nobody can be first by chance.
pub struct InitializeFactoryAccounts<'a> {
    /// `[signer, writable]` Pays the rent of factory and vault.
    pub payer: &'a AccountView,
    /// `[signer]` The program's upgrade authority. A program without one can't be set up any more.
    pub upgrade_authority: &'a AccountView,
    /// `[signer]` Holds the office of super admin from now on.
    pub super_admin: &'a AccountView,
    /// `[writable, pda=factory]` Made here.
    pub factory: &'a AccountView,
    /// `[writable, pda=vault]` Made here.
    pub vault: &'a AccountView,
    /// `[pda=program_data]` Where the loader keeps the upgrade authority.
    pub program_data: &'a AccountView,
    /// `[address=system]`
    pub system_program: &'a AccountView,
    /// `[address=self]` For the event.
    pub program: &'a Address,
}

impl<'a> TryFrom<Slots<'a>> for InitializeFactoryAccounts<'a> {
    type Error = CurveError;

    #[inline(never)]
    fn try_from((program_id, accounts): Slots<'a>) -> Result<Self, CurveError> {
        let [payer, upgrade_authority, super_admin, factory, vault, program_data, system_program, program, ..] = accounts else {
            return Err(CurveError::NotEnoughAccounts);
        };
        checks::signer(payer)?;
        checks::writable(payer)?;
        checks::signer(upgrade_authority)?;
        checks::signer(super_admin)?;
        checks::writable(factory)?;
        checks::writable(vault)?;
        checks::at(system_program, &SYSTEM_PROGRAM, CurveError::InvalidProgram)?;
        checks::this_program(program, program_id)?;
        let (address, _) = find_address(&[program_id.as_array(), &[]], &LOADER)?;
        checks::at(program_data, &address, CurveError::InvalidProgramData)?;
        checks::at(upgrade_authority, &authority_of(program_data)?, CurveError::NotUpgradeAuthority)?;
        Ok(Self {
            payer,
            upgrade_authority,
            super_admin,
            factory,
            vault,
            program_data,
            system_program,
            program: program_id,
        })
    }
}

/// The upgrade authority that the loader recorded: tag 3, slot, then an optional address. A program that was given away, or
/// loaded at genesis without one, has none: whoever came first would own its factory.
/// # Errors
/// [`CurveError::InvalidProgramData`], [`CurveError::NotUpgradeAuthority`] where there is none.
fn authority_of(program_data: &AccountView) -> Result<Address, CurveError> {
    const HEADER: usize = 45;
    if !program_data.owned_by(&LOADER) || program_data.data_len() < HEADER {
        return Err(CurveError::InvalidProgramData);
    }
    // SAFETY: long enough, and nothing writes a program's data while it runs.
    let header = unsafe { &*program_data.data_ptr().cast::<[u8; HEADER]>() };
    let [3, 0, 0, 0, _, _, _, _, _, _, _, _, some, authority @ ..] = header else {
        return Err(CurveError::InvalidProgramData);
    };
    if *some == 0 { Err(CurveError::NotUpgradeAuthority) } else { Ok(Address::new_from_array(*authority)) }
}
