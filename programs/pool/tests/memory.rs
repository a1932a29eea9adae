//! Every place where either program reads or writes an account's memory by pointer, on buffers laid out as the runtime's.
//! `cargo +nightly miri test -p pool --test memory` watches each access; without miri it checks the answers.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use curve::state::{grow, migration, Factory, Migration, Token};
use kit::{checks, derive, errors::Failure, layout, token_2022};
use pinocchio::{
    account::{RuntimeAccount, NOT_BORROWED},
    AccountView, Address,
};

const PROGRAM: Address = Address::new_from_array([7; 32]);
const ROOM: usize = 10_240;

/// An account as it lies in the runtime's input: header, data, and room to grow.
struct Account {
    words: Vec<u64>,
}

impl Account {
    fn new(owner: Address, data: &[u8]) -> Self {
        let header = core::mem::size_of::<RuntimeAccount>();
        let mut account = Self { words: vec![0; (header + data.len() + ROOM).div_ceil(8)] };
        let raw = account.words.as_mut_ptr().cast::<RuntimeAccount>();
        // SAFETY: the buffer is longer than header and data, and aligned for the header.
        unsafe {
            (*raw).borrow_state = NOT_BORROWED;
            (*raw).is_writable = 1;
            // the host hashes nothing: to it, every derived address is this one
            (*raw).address = derive::address_of(&[], &PROGRAM);
            (*raw).owner = owner;
            (*raw).lamports = 5;
            (*raw).data_len = data.len() as u64;
            core::ptr::copy_nonoverlapping(data.as_ptr(), raw.add(1).cast::<u8>(), data.len());
        }
        account
    }

    fn view(&mut self) -> AccountView {
        // SAFETY: laid out by new(), and alive as long as the test keeps it.
        unsafe { AccountView::new_unchecked(self.words.as_mut_ptr().cast()) }
    }
}

fn token_bytes() -> Vec<u8> {
    let mut bytes = vec![0; Token::LEN];
    bytes[..8].copy_from_slice(&Token::DISCRIMINATOR);
    bytes[8] = Token::VERSION;
    bytes
}

#[test]
fn a_state_is_read_and_written_beside_its_lamports() {
    let mut account = Account::new(PROGRAM, &token_bytes());
    let mut view = account.view();
    let loaded = checks::load::<Token, _>(&mut view, &PROGRAM, Failure::InvalidTokenAccount).unwrap();
    let mut lamports = loaded.view;
    loaded.state.x = 42;
    lamports.set_lamports(lamports.lamports() + 1);
    loaded.state.seq = u64::MAX;
    assert_eq!((loaded.state.x, lamports.lamports()), (42, 6));
    let again = checks::load::<Token, _>(&mut view, &PROGRAM, Failure::InvalidTokenAccount).unwrap();
    assert_eq!((again.state.x, again.state.seq), (42, u64::MAX));
}

#[test]
fn a_state_of_another_owner_length_kind_or_version_is_refused() {
    let wrong = Failure::InvalidTokenAccount;
    let refusal = |owner, bytes: &[u8]| {
        let mut account = Account::new(owner, bytes);
        let mut view = account.view();
        let refused = checks::load::<Token, _>(&mut view, &PROGRAM, wrong).err();
        refused.map(|refusal| refusal as u32)
    };
    assert_eq!(refusal(Address::new_from_array([8; 32]), &token_bytes()), Some(wrong as u32));
    for length in [0, 1, 7, 8, 9, Token::LEN - 1] {
        assert_eq!(refusal(PROGRAM, &token_bytes()[..length]), Some(wrong as u32));
    }
    for (at, expected) in [(0, wrong), (7, wrong), (8, Failure::UnsupportedVersion)] {
        let mut bytes = token_bytes();
        bytes[at] ^= 1;
        assert_eq!(refusal(PROGRAM, &bytes), Some(expected as u32));
    }
    assert_eq!(refusal(PROGRAM, &token_bytes()), None);
}

#[test]
fn a_state_at_another_address_than_its_seeds_give_is_refused() {
    let mut account = Account::new(PROGRAM, &token_bytes());
    // SAFETY: the header that new() has written.
    unsafe { (*account.words.as_mut_ptr().cast::<RuntimeAccount>()).address = Address::new_from_array([9; 32]) };
    let mut view = account.view();
    assert!(checks::load::<Token, _>(&mut view, &PROGRAM, Failure::InvalidTokenAccount).is_err());
}

#[test]
fn a_fresh_state_is_made_only_at_its_exact_length() {
    for (length, fits) in [(0, false), (Token::LEN - 1, false), (Token::LEN, true), (Token::LEN + 1, false)] {
        let mut account = Account::new(PROGRAM, &vec![0; length]);
        assert_eq!(layout::make::<Token>(account.view(), &PROGRAM).is_ok(), fits);
    }
}

#[test]
fn a_state_grows_once_and_keeps_what_it_held() {
    let mut account = Account::new(PROGRAM, &token_bytes());
    let mut view = account.view();
    let mut token = checks::load::<Token, _>(&mut view, &PROGRAM, Failure::InvalidTokenAccount).unwrap();
    token.state.x = 11;
    assert!(migration(&token).is_none());
    let fields = || Migration {
        new_mint: Address::new_from_array([1; 32]),
        liquidity_address: Address::new_from_array([2; 32]),
    };
    assert!(grow(&mut token, fields()).is_ok());
    token.state.migrated = 1;
    let found = migration(&token).unwrap();
    assert_eq!((found.new_mint, found.liquidity_address), (fields().new_mint, fields().liquidity_address));
    assert_eq!((token.state.x, token.view.data_len()), (11, Migration::GROWN));
    assert!(grow(&mut token, fields()).is_err());
}

#[test]
fn a_token_account_is_known_by_program_mint_and_owner() {
    let (mint, owner) = (Address::new_from_array([3; 32]), Address::new_from_array([4; 32]));
    let mut bytes = vec![0; token_2022::ACCOUNT_LEN];
    bytes[..32].copy_from_slice(mint.as_array());
    bytes[32..64].copy_from_slice(owner.as_array());
    let fits = |program, bytes: &[u8], owner: &Address| {
        let mut account = Account::new(program, bytes);
        checks::token_account(&account.view(), &mint, owner).is_ok()
    };
    assert!(fits(token_2022::PROGRAM, &bytes, &owner));
    assert!(!fits(PROGRAM, &bytes, &owner));
    assert!(!fits(token_2022::PROGRAM, &bytes, &mint));
    assert!(!fits(token_2022::PROGRAM, &bytes[..token_2022::ACCOUNT_LEN - 1], &owner));
    assert!(!fits(token_2022::PROGRAM, &[], &owner));
}

#[test]
fn the_texts_of_any_mint_are_read_without_leaving_it() {
    let mut seed = 1u32;
    for length in 0..420 {
        let mut bytes = vec![0u8; length];
        for byte in &mut bytes {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            *byte = (seed >> 24) as u8;
        }
        // where the kind of extension and its length lie in a mint of ours, half of the time as they should be
        if length > 238 && length % 2 == 0 {
            let told = if length % 4 == 0 { (length - 238) as u16 } else { (seed >> 16) as u16 };
            bytes[234..236].copy_from_slice(&19u16.to_le_bytes());
            bytes[236..238].copy_from_slice(&told.to_le_bytes());
        }
        let mut account = Account::new(token_2022::PROGRAM, &bytes);
        if let Some(texts) = token_2022::metadata_texts(&account.view()) {
            assert!(texts.len() < length);
        }
    }
}

#[test]
fn an_event_is_its_bytes_without_gaps() {
    let event = curve::events::FactoryPaused::new(0x0102, Address::new_from_array([5; 32]));
    let bytes = event.as_bytes();
    assert_eq!(bytes.len(), 16 + 8 + 32);
    assert_eq!((&bytes[16..24], &bytes[24..]), (&0x0102u64.to_le_bytes()[..], &[5u8; 32][..]));
}

#[test]
fn the_pool_reads_the_factory_of_the_curve_alone() {
    let mut bytes = vec![0; Factory::LEN];
    bytes[..8].copy_from_slice(&Factory::DISCRIMINATOR);
    bytes[8] = Factory::VERSION;
    let at = core::mem::offset_of!(Factory, fee_receiver);
    bytes[at..at + 32].copy_from_slice(&[6; 32]);
    let mut account = Account::new(kit::addresses::CURVE, &bytes);
    let view = account.view();
    assert_eq!(pool::factory::fee_receiver(&view, view.address()).unwrap(), &Address::new_from_array([6; 32]));
    assert!(pool::factory::fee_receiver(&view, &PROGRAM).is_err());
    for (owner, bytes) in [(PROGRAM, &bytes[..]), (kit::addresses::CURVE, &bytes[..at + 31])] {
        let mut account = Account::new(owner, bytes);
        let view = account.view();
        assert!(pool::factory::fee_receiver(&view, view.address()).is_err());
    }
}
