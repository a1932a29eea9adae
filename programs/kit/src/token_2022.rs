//! The Token-2022 and Associated Token instructions that the programs call.

use pinocchio::{cpi::Signer, instruction::InstructionAccount, AccountView, Address};

use crate::{
    errors::Failure,
    system::{call, SYSTEM_PROGRAM},
};

/// `TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb`
pub const PROGRAM: Address = Address::new_from_array([
    6, 221, 246, 225, 238, 117, 143, 222, 24, 66, 93, 188, 228, 108, 205, 218, 182, 26, 252, 77, 131, 185, 13, 39, 254,
    189, 249, 40, 216, 161, 139, 252,
]);

/// `ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL`
pub const ASSOCIATED_TOKEN: Address = Address::new_from_array([
    140, 151, 37, 143, 78, 36, 137, 241, 187, 61, 16, 41, 20, 142, 13, 131, 11, 90, 19, 153, 218, 255, 16, 132, 4, 142,
    123, 216, 219, 233, 248, 89,
]);

/// Length of a mint with a metadata pointer, before its metadata is written into it.
pub const MINT_LEN: usize = 234;
/// What metadata add to it beside name, symbol and uri.
const METADATA_LEN: usize = 84;
/// A mint as long as a multisig would be taken for one: Token-2022 makes it two bytes longer instead.
const MULTISIG_LEN: usize = 355;
const MULTISIG_PADDING: usize = 2;

/// Length of a mint whose name, symbol and uri have so many bytes together.
#[inline(always)]
pub const fn mint_len(texts: usize) -> usize {
    let whole = texts.saturating_add(MINT_LEN).saturating_add(METADATA_LEN);
    if whole == MULTISIG_LEN { MULTISIG_LEN.saturating_add(MULTISIG_PADDING) } else { whole }
}

/// Length of a token account without extensions.
pub const ACCOUNT_LEN: usize = 165;

/// Extensions of a token account, which its owner switches on.
const MEMO_TRANSFER: u16 = 8;
const CPI_GUARD: u16 = 11;

const METADATA_INITIALIZE: [u8; 8] = [0xd2, 0xe1, 0x1e, 0xa2, 0x58, 0xb8, 0x4d, 0x8d];
const METADATA_UPDATE_AUTHORITY: [u8; 8] = [0xd7, 0xe4, 0xa6, 0xe4, 0x54, 0x64, 0x56, 0x7b];

/// Mints base units; the authority signs by its seeds.
#[inline(always)]
pub fn mint_to(mint: &AccountView, account: &AccountView, authority: &AccountView, units: u64, signer: Signer) {
    let metas = [
        InstructionAccount::writable(mint.address()),
        InstructionAccount::writable(account.address()),
        InstructionAccount::readonly_signer(authority.address()),
    ];
    call(&PROGRAM, metas, [mint, account, authority], &amount(7, units), &[signer]);
}

/// Burns base units of an owner who signed the transaction.
#[inline(always)]
pub fn burn(account: &AccountView, mint: &AccountView, owner: &AccountView, units: u64) {
    let metas = [
        InstructionAccount::writable(account.address()),
        InstructionAccount::writable(mint.address()),
        InstructionAccount::readonly_signer(owner.address()),
    ];
    call(&PROGRAM, metas, [account, mint, owner], &amount(8, units), &[]);
}

#[inline(always)]
fn amount(instruction: u8, units: u64) -> [u8; 9] {
    let mut data = [0u8; 9];
    data[0] = instruction;
    data[1..].copy_from_slice(&units.to_le_bytes());
    data
}

/// Moves base units between accounts; the authority signed, or signs by its seeds. Mints of ours have neither fee nor hook,
/// so that the plain transfer does, which needs no mint.
#[inline(always)]
pub fn transfer(from: &AccountView, to: &AccountView, authority: &AccountView, units: u64, signers: &[Signer]) {
    let metas = [
        InstructionAccount::writable(from.address()),
        InstructionAccount::writable(to.address()),
        InstructionAccount::readonly_signer(authority.address()),
    ];
    call(&PROGRAM, metas, [from, to, authority], &amount(3, units), signers);
}

/// The owner lets programs move the account's tokens; Token-2022's own refusal has no name.
/// # Errors
/// [`Failure::CpiGuarded`].
#[inline(always)]
pub fn unguarded(account: &AccountView) -> Result<(), Failure> {
    if switched_on(account, CPI_GUARD) { Err(Failure::CpiGuarded) } else { Ok(()) }
}

/// The account takes a program's transfer, which no memo can stand before.
/// # Errors
/// [`Failure::MemoRequired`].
#[inline(always)]
pub fn takes_transfers(account: &AccountView) -> Result<(), Failure> {
    if switched_on(account, MEMO_TRANSFER) { Err(Failure::MemoRequired) } else { Ok(()) }
}

/// An associated token account as it is made has one extension without a value, that its owner never changes.
#[inline(always)]
fn switched_on(account: &AccountView, extension: u16) -> bool {
    const UNCHANGED_LEN: usize = EXTENSIONS + 4;
    account.data_len() > UNCHANGED_LEN && find_switch(account, extension)
}

/// Where a token account's extensions begin: after its own fields and the byte that says what it is.
const EXTENSIONS: usize = ACCOUNT_LEN + 1;

/// Each extension is two bytes of kind, two of length, and its value; a switch is one byte, 1 when on.
#[cold]
#[inline(never)]
fn find_switch(account: &AccountView, extension: u16) -> bool {
    // SAFETY: nothing borrows the data of another program's account, and no call is made while it is read.
    let data = unsafe { account.borrow_unchecked() };
    let mut rest = data.get(EXTENSIONS..).unwrap_or(&[]);
    while let Some(([a, b, c, d], values)) = rest.split_first_chunk::<4>() {
        let (kind, length) = (u16::from_le_bytes([*a, *b]), u16::from_le_bytes([*c, *d]));
        let Some((value, next)) = values.split_at_checked(length as usize) else {
            return false;
        };
        if kind == extension {
            return value.first() == Some(&1);
        }
        rest = next;
    }
    false
}

/// Makes the allocated account a token account.
#[inline(always)]
pub fn initialize_account(account: &AccountView, mint: &AccountView, owner: &Address) {
    let mut data = [0u8; 33];
    data[0] = 18;
    data[1..].copy_from_slice(owner.as_array());
    let metas = [InstructionAccount::writable(account.address()), InstructionAccount::readonly(mint.address())];
    call(&PROGRAM, metas, [account, mint], &data, &[]);
}

/// Gives the mint authority away for good: the supply stays what it is.
#[inline(never)]
pub fn fix_supply(mint: &AccountView, authority: &AccountView, signer: Signer) {
    const SET_AUTHORITY: u8 = 6;
    const MINT_TOKENS: u8 = 0;
    let metas = [InstructionAccount::writable(mint.address()), InstructionAccount::readonly_signer(authority.address())];
    call(&PROGRAM, metas, [mint, authority], &[SET_AUTHORITY, MINT_TOKENS, 0], &[signer]);
}

/// Makes the allocated account a mint: pointer to itself without authority, no freeze authority.
#[inline(always)]
pub fn initialize_mint(mint: &AccountView, authority: &Address, decimals: u8) {
    let mut pointer = [0u8; 66];
    pointer[0] = 39;
    pointer[34..].copy_from_slice(mint.address().as_array());
    call(&PROGRAM, [InstructionAccount::writable(mint.address())], [mint], &pointer, &[]);
    let mut initialize = [0u8; 35];
    initialize[0] = 20;
    initialize[1] = decimals;
    initialize[2..34].copy_from_slice(authority.as_array());
    call(&PROGRAM, [InstructionAccount::writable(mint.address())], [mint], &initialize, &[]);
}

/// Writes metadata into the mint, then gives away the right to change them. `texts` is name, symbol and uri in Borsh
/// form. The mint already holds the rent for the bytes that are added.
#[inline(always)]
pub fn initialize_metadata<const MAX: usize>(mint: &AccountView, authority: &AccountView, texts: &[u8], signer: Signer) {
    let mut data = [0u8; MAX];
    let (head, rest) = data.split_at_mut(METADATA_INITIALIZE.len());
    head.copy_from_slice(&METADATA_INITIALIZE);
    let length = texts.len().min(rest.len());
    let (body, _) = rest.split_at_mut(length);
    body.copy_from_slice(texts.split_at(length).0);
    let metas = [
        InstructionAccount::writable(mint.address()),
        InstructionAccount::readonly(authority.address()),
        InstructionAccount::readonly(mint.address()),
        InstructionAccount::readonly_signer(authority.address()),
    ];
    let used = length.saturating_add(METADATA_INITIALIZE.len());
    let signers = [signer];
    call(&PROGRAM, metas, [mint, authority, mint, authority], data.split_at(used).0, &signers);

    let mut nobody = [0u8; 40];
    nobody[..8].copy_from_slice(&METADATA_UPDATE_AUTHORITY);
    let metas = [InstructionAccount::writable(mint.address()), InstructionAccount::readonly_signer(authority.address())];
    call(&PROGRAM, metas, [mint, authority], &nobody, &signers);
}

/// Name, symbol and uri of a mint of ours in Borsh form, as [`initialize_metadata`] takes them. Nobody can change them.
#[inline(always)]
pub fn metadata_texts(mint: &AccountView) -> Option<&[u8]> {
    const KIND: usize = MINT_LEN;
    const HEAD: usize = KIND + 4;
    const TEXTS: usize = HEAD + 64;
    const METADATA: [u8; 2] = [19, 0];
    const NO_MORE_FIELDS: usize = 4;
    // SAFETY: nothing borrows the data of another program's account, and no call is made while it is read.
    let data = unsafe { mint.borrow_unchecked() };
    let (kind, length) = data.get(KIND..HEAD)?.split_first_chunk::<2>()?;
    let length = u16::from_le_bytes(*length.first_chunk::<2>()?) as usize;
    if kind != &METADATA {
        return None;
    }
    data.get(TEXTS..HEAD.checked_add(length)?.checked_sub(NO_MORE_FIELDS)?)
}

/// Makes an owner's associated token account; last come the system program and Token-2022. The Associated Token program refuses any other address.
#[inline(always)]
pub fn create_associated(
    payer: &AccountView,
    account: &AccountView,
    owner: &AccountView,
    mint: &AccountView,
    [system, program]: [&AccountView; 2],
) {
    let metas = [
        InstructionAccount::writable_signer(payer.address()),
        InstructionAccount::writable(account.address()),
        InstructionAccount::readonly(owner.address()),
        InstructionAccount::readonly(mint.address()),
        InstructionAccount::readonly(&SYSTEM_PROGRAM),
        InstructionAccount::readonly(&PROGRAM),
    ];
    call(&ASSOCIATED_TOKEN, metas, [payer, account, owner, mint, system, program], &[0], &[]);
}
