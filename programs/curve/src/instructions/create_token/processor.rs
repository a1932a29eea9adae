//! Makes a token: its state, its mint with metadata, the inviter's first tokens, and the creator's first buy.

use curve_math::{x_max, FLOOR};
use kit::{derive::find_address, rent::Rent};
use pinocchio::{
    cpi::{Seed, Signer},
    AccountView, Address,
};

use super::{CreateTokenAccounts, CreateTokenData, TEXTS_MAX};
use crate::{
    checks::Loaded,
    errors::CurveError,
    events::{emit, TokenCreated},
    seeds,
    state::{make, Factory, Token, TokenSigner},
    system::{create, sum, Plan, SYSTEM_PROGRAM},
    token_2022::{self, create_associated, initialize_metadata, initialize_mint, mint_to},
    trade::{not_paused, purchase, Flags, Purchase},
};

/// Base units per token are 10⁹.
const DECIMALS: u8 = 9;

/// # Errors
/// [`CurveError::Paused`], [`CurveError::InvalidFlags`], [`CurveError::SettingsChanged`],
/// [`CurveError::InvalidAddress`], [`CurveError::AlreadyInitialized`], [`CurveError::InsufficientFunds`], and those of [`purchase`].
#[inline(never)]
pub fn process(mut accounts: CreateTokenAccounts, data: CreateTokenData) -> Result<(), CurveError> {
    not_paused(accounts.factory.state)?;
    let flags = Flags::new(data.flags)?;
    flags.agree_with(accounts.inviter.as_deref())?;

    let bonus = first_tokens(accounts.factory.state, flags);
    // a curve lasts for ever: its creator gets the one that was signed for, or none
    if data.bonding_curve_coeff != accounts.factory.state.bonding_curve_coeff || data.referral_bonus != bonus {
        return Err(CurveError::SettingsChanged);
    }
    let rent = Rent::read()?;
    let mut token = make_token(&mut accounts, &data, bonus, rent)?;
    let signer = TokenSigner::new(token.state);
    let seeds = signer.seeds();
    make_mint(&accounts, &data, rent, &token)?;
    accounts.factory.state.token_count = sum(accounts.factory.state.token_count, 1)?;

    let mut inviter_address = SYSTEM_PROGRAM;
    if let (Some(inviter), Some(account)) = (accounts.inviter.as_deref(), accounts.inviter_token_account) {
        inviter_address = *inviter.address();
        if bonus > 0 {
            make_token_account(&accounts, account, inviter);
            mint_to(accounts.mint, account, &token.view, bonus, Signer::from(&seeds));
        }
    }
    announce(&mut token, accounts.program, inviter_address, Signer::from(&seeds))?;

    if data.first_buy.tokens == 0 {
        return Ok(());
    }
    make_token_account(&accounts, accounts.creator_token_account, accounts.creator);
    purchase(Purchase {
        program_id: accounts.program,
        factory: accounts.factory.state,
        token: &mut token,
        mint: accounts.mint,
        buyer: accounts.creator,
        buyer_token_account: accounts.creator_token_account,
        referrer: accounts.inviter,
        order: data.first_buy,
        flags,
    })
}

/// What the inviter gets, outside the curve.
fn first_tokens(factory: &Factory, flags: Flags) -> u64 {
    match (flags.referral(), flags.affiliate()) {
        (false, _) => 0,
        (true, false) => factory.referral_token_bonus,
        (true, true) => factory.affiliate_token_bonus,
    }
}

#[inline(never)]
fn make_token<'a>(
    accounts: &mut CreateTokenAccounts<'a>,
    data: &CreateTokenData,
    bonus: u64,
    rent: Rent,
) -> Result<Loaded<'a, Token>, CurveError> {
    let id = data.token_id.to_le_bytes();
    let (address, bump) = find_address(&[seeds::TOKEN, &id], accounts.program)?;
    let (mint, mint_bump) = find_address(&[seeds::MINT, &id], accounts.program)?;
    if accounts.token.address() != &address || accounts.mint.address() != &mint {
        return Err(CurveError::InvalidAddress);
    }
    let bumps = [bump];
    let seeds = [Seed::from(seeds::TOKEN), Seed::from(&id), Seed::from(&bumps)];
    let plan = Plan { space: Token::LEN as u64, lamports: rent.exempt(Token::LEN), owner: accounts.program };
    create(accounts.creator, accounts.token, Signer::from(&seeds), &plan)?;
    let coefficient = accounts.factory.state.bonding_curve_coeff;
    let token = make::<Token>(*accounts.token, accounts.program)?;
    *token.state = Token {
        discriminator: Token::DISCRIMINATOR,
        version: Token::VERSION,
        bump,
        mint_bump,
        migrated: 0,
        migration_bumps: [0; 4],
        token_id: data.token_id,
        creator: *accounts.creator.address(),
        mint,
        x: FLOOR,
        reserve: 0,
        floor: FLOOR,
        x_max: x_max(FLOOR, coefficient)?,
        bonding_curve_coeff: coefficient,
        referral_bonus: bonus,
        creator_fees: 0,
        platform_fees: 0,
        seq: 0,
        rate: 0,
    };
    Ok(token)
}

#[inline(always)]
fn make_mint(
    accounts: &CreateTokenAccounts,
    data: &CreateTokenData,
    rent: Rent,
    token: &Loaded<Token>,
) -> Result<(), CurveError> {
    let id = data.token_id.to_le_bytes();
    let bumps = [token.state.mint_bump];
    let seeds = [Seed::from(seeds::MINT), Seed::from(&id), Seed::from(&bumps)];
    let lamports = mint_rent(data, rent);
    let plan = Plan { space: token_2022::MINT_LEN as u64, lamports, owner: &token_2022::PROGRAM };
    create(accounts.creator, accounts.mint, Signer::from(&seeds), &plan)?;
    initialize_mint(accounts.mint, token.view.address(), DECIMALS);
    let signer = TokenSigner::new(token.state);
    let seeds = signer.seeds();
    initialize_metadata::<{ TEXTS_MAX + 8 }>(accounts.mint, &token.view, data.texts(), Signer::from(&seeds));
    Ok(())
}

/// What the mint must hold with its metadata.
#[inline(never)]
fn mint_rent(data: &CreateTokenData, rent: Rent) -> u64 {
    let texts = [data.name, data.symbol, data.uri].iter().fold(0usize, |all, text| all.saturating_add(text.len()));
    rent.exempt(token_2022::mint_len(texts))
}

#[inline(always)]
fn make_token_account(accounts: &CreateTokenAccounts, account: &AccountView, owner: &AccountView) {
    let programs = [accounts.system_program, accounts.token_2022_program];
    create_associated(accounts.creator, account, owner, accounts.mint, programs);
}

#[inline(never)]
fn announce(token: &mut Loaded<Token>, program: &Address, inviter: Address, signer: Signer) -> Result<(), CurveError> {
    let state = &mut *token.state;
    let event = TokenCreated::new(
        state.next_seq()?,
        state.token_id,
        state.bonding_curve_coeff,
        state.floor,
        state.x_max,
        state.referral_bonus,
        state.mint,
        state.creator,
        inviter,
    );
    emit(program, &token.view, event.as_bytes(), signer);
    Ok(())
}
