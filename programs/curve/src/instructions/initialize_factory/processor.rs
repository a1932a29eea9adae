//! Makes the factory and its vault, with the product's defaults.

use kit::{addresses::FACTORY, derive::find_address, rent::Rent};
use pinocchio::{
    cpi::{Seed, Signer},
    Address,
};

use super::{InitializeFactoryAccounts, InitializeFactoryData};
use crate::{
    errors::CurveError,
    events::FactoryInitialized,
    seeds,
    state::{make, Factory, FactorySigner, WINDOW_HOURS},
    system::{create, Plan, SYSTEM_PROGRAM},
};

const COEFFICIENT: u64 = 100_000_000;
const REFERRAL_BONUS: u64 = 1_000_000_000;
const AFFILIATE_BONUS: u64 = 2_000_000_000;
const SIDE_BPS: u16 = 200;
const REFERRAL_BPS: u16 = 60;
const AFFILIATE_BPS: u16 = 100;
const DISCOUNT_BPS: u16 = 20;

/// # Errors
/// [`CurveError::EmptyOffice`] for the address of all zeros, [`CurveError::AlreadyInitialized`] the second time,
/// [`CurveError::InvalidAddress`], [`CurveError::InsufficientFunds`].
#[inline(never)]
pub fn process(accounts: InitializeFactoryAccounts, data: InitializeFactoryData) -> Result<(), CurveError> {
    let program = accounts.program;
    let offices = Offices { admin: data.admin, super_admin: *accounts.super_admin.address() };
    if offices.admin == SYSTEM_PROGRAM || offices.super_admin == SYSTEM_PROGRAM {
        return Err(CurveError::EmptyOffice);
    }
    let (factory_address, bump) = find_address(&[seeds::FACTORY, &[]], program)?;
    let (vault_address, vault_bump) = find_address(&[seeds::VAULT, &[]], program)?;
    let is_built_in = factory_address == FACTORY;
    if !is_built_in || accounts.factory.address() != &factory_address || accounts.vault.address() != &vault_address {
        return Err(CurveError::InvalidAddress);
    }
    let (bumps, vault_bumps) = ([bump], [vault_bump]);
    let seeds = [Seed::from(seeds::FACTORY), Seed::from(&bumps)];
    let rent = Rent::read()?;
    let plan = Plan { space: Factory::LEN as u64, lamports: rent.exempt(Factory::LEN), owner: program };
    create(accounts.payer, accounts.factory, Signer::from(&seeds), &plan)?;
    let vault_seeds = [Seed::from(seeds::VAULT), Seed::from(&vault_bumps)];
    let plan = Plan { space: 0, lamports: rent.exempt(0), owner: program };
    create(accounts.payer, accounts.vault, Signer::from(&vault_seeds), &plan)?;

    let factory = make::<Factory>(*accounts.factory, program)?;
    *factory.state = defaults(&offices, vault_address, bump, vault_bump);
    let event = announcement(factory.state)?;
    FactorySigner::new(factory.state).emit(program, &factory.view, event.as_bytes());
    Ok(())
}

struct Offices {
    admin: Address,
    super_admin: Address,
}

fn defaults(offices: &Offices, vault: Address, bump: u8, vault_bump: u8) -> Factory {
    Factory {
        discriminator: Factory::DISCRIMINATOR,
        version: Factory::VERSION,
        bump,
        vault_bump,
        paused: 0,
        padding: [0; 4],
        admin: offices.admin,
        super_admin: offices.super_admin,
        pending_admin: SYSTEM_PROGRAM,
        pending_super_admin: SYSTEM_PROGRAM,
        vault,
        fee_receiver: vault,
        withdraw_receiver: offices.super_admin,
        bonding_curve_coeff: COEFFICIENT,
        token_count: 0,
        seq: 0,
        sells_stopped_until: 0,
        allowance: 0,
        allowance_hour: 0,
        referral_token_bonus: REFERRAL_BONUS,
        affiliate_token_bonus: AFFILIATE_BONUS,
        announced_fees_from: 0,
        withdrawn: [0; WINDOW_HOURS],
        referral_fee: REFERRAL_BPS,
        affiliate_fee: AFFILIATE_BPS,
        discount_fee: DISCOUNT_BPS,
        platform_buy_fee: SIDE_BPS,
        platform_sell_fee: SIDE_BPS,
        creator_buy_fee: SIDE_BPS,
        creator_sell_fee: SIDE_BPS,
        announced_referral_fee: 0,
        announced_affiliate_fee: 0,
        announced_discount_fee: 0,
        announced_platform_buy_fee: 0,
        announced_platform_sell_fee: 0,
        announced_creator_buy_fee: 0,
        announced_creator_sell_fee: 0,
        guardian: SYSTEM_PROGRAM,
        guardian_pause_ends: 0,
    }
}

fn announcement(factory: &mut Factory) -> Result<FactoryInitialized, CurveError> {
    Ok(FactoryInitialized::new(
        factory.next_seq()?,
        factory.bonding_curve_coeff,
        factory.referral_token_bonus,
        factory.affiliate_token_bonus,
        factory.admin,
        factory.super_admin,
        factory.vault,
        factory.fee_receiver,
        factory.withdraw_receiver,
        factory.referral_fee,
        factory.affiliate_fee,
        factory.discount_fee,
        factory.platform_buy_fee,
        factory.platform_sell_fee,
        factory.creator_buy_fee,
        factory.creator_sell_fee,
    ))
}
