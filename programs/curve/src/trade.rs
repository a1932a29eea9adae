//! What buy, sell and a creator's first buy have in common.

use curve_math::{fill, Curve, Fees, Order, Rates};
use kit::{errors::Failure, rent::Rent};
use pinocchio::{cpi::Signer, AccountView, Address};

use crate::{
    checks::{self, Loaded},
    errors::CurveError,
    events::{emit, TokenBought},
    state::{Factory, Token, TokenSigner},
    system::{now, pay, sum, transfer, SYSTEM_PROGRAM},
    token_2022::mint_to,
};

/// What a trade claims: referral, affiliate, discount.
#[derive(Clone, Copy)]
pub struct Flags(u8);

impl Flags {
    const REFERRAL: u8 = 1;
    const AFFILIATE: u8 = 2;
    const DISCOUNT: u8 = 4;

    /// # Errors
    /// [`CurveError::InvalidFlags`] for unknown bits, or an affiliate without a referral.
    #[inline(always)]
    pub fn new(bits: u8) -> Result<Self, CurveError> {
        match bits {
            0 | 1 | 3 | 4 | 5 | 7 => Ok(Self(bits)),
            _ => Err(CurveError::InvalidFlags),
        }
    }

    #[inline(always)]
    pub fn any(self) -> bool {
        self.0 != 0
    }

    #[inline(always)]
    pub fn referral(self) -> bool {
        self.0 & Self::REFERRAL != 0
    }

    #[inline(always)]
    pub fn affiliate(self) -> bool {
        self.0 & Self::AFFILIATE != 0
    }

    /// The referrer's and the trader's rate in basis points.
    #[inline(always)]
    pub fn rates(self, factory: &Factory) -> (u16, u16) {
        let referral = match self.0 & (Self::REFERRAL | Self::AFFILIATE) {
            0 => 0,
            Self::REFERRAL => factory.referral_fee,
            _ => factory.affiliate_fee,
        };
        (referral, if self.0 & Self::DISCOUNT != 0 { factory.discount_fee } else { 0 })
    }

    /// A referrer is given exactly when the flags say so.
    /// # Errors
    /// [`CurveError::InvalidFlags`].
    #[inline(always)]
    pub fn agree_with(self, referrer: Option<&AccountView>) -> Result<(), CurveError> {
        if self.referral() == referrer.is_some() { Ok(()) } else { Err(CurveError::InvalidFlags) }
    }
}

/// A pause holds for creations, buys and co-signed sells: the super admin's until it ends, a guardian's for a while.
/// # Errors
/// [`CurveError::Paused`].
#[inline(always)]
pub fn not_paused(factory: &Factory) -> Result<(), CurveError> {
    let ends = factory.guardian_pause_ends;
    if factory.paused != 0 || (ends != 0 && now()? < i64::from(ends)) {
        return Err(CurveError::Paused);
    }
    Ok(())
}

/// A stop holds for every trade on the curve, whoever signs: while it stands nobody leaves before the others.
/// # Errors
/// [`CurveError::SellsStopped`].
#[inline(always)]
pub fn not_stopped(factory: &Factory) -> Result<(), CurveError> {
    if factory.sells_stopped_until != 0 && now()? < factory.sells_stopped_until {
        return Err(CurveError::SellsStopped);
    }
    Ok(())
}

impl Token {
    /// The position as the formulas take it.
    #[inline(always)]
    pub fn curve(&self) -> Curve {
        Curve { x: self.x, x_max: self.x_max, coefficient: self.bonding_curve_coeff }
    }

    /// Adds a trade's fees to the two counters.
    /// # Errors
    /// [`CurveError::AmountTooLarge`].
    #[inline(always)]
    pub fn accrue(&mut self, fees: &Fees) -> Result<(), CurveError> {
        self.creator_fees = sum(self.creator_fees, fees.creator)?;
        self.platform_fees = sum(self.platform_fees, fees.platform)?;
        Ok(())
    }
}

/// Decides whether the referrer is paid; if not, its share stays with the platform. Its address goes into the event
/// either way, all zero when there is none. `rent` is asked for only when it counts.
/// # Errors
/// Those of `rent`.
#[inline(always)]
pub fn settle_referral(
    fees: &mut Fees,
    referrer: Option<&AccountView>,
    rent: impl FnOnce() -> Result<Rent, Failure>,
) -> Result<Address, CurveError> {
    let Some(referrer) = referrer else {
        return Ok(SYSTEM_PROGRAM);
    };
    if fees.referral > 0 && !ends_rich(referrer, fees.referral) && !rent()?.can_receive(referrer, fees.referral) {
        // both are parts of one value below 2⁴⁷
        fees.platform = fees.platform.wrapping_add(fees.referral);
        fees.referral = 0;
    }
    Ok(*referrer.address())
}

/// A wallet that ends with eleven times what it must hold today: the price of rent would be read for nothing.
#[inline(always)]
fn ends_rich(account: &AccountView, lamports: u64) -> bool {
    const RICH: u64 = 10_000_000;
    account.lamports().saturating_add(lamports) >= RICH && account.is_data_empty()
}

/// A purchase whose accounts are checked.
pub struct Purchase<'a, 'b> {
    pub program_id: &'a Address,
    pub factory: &'b Factory,
    pub token: &'b mut Loaded<'a, Token>,
    pub mint: &'b AccountView,
    pub buyer: &'b AccountView,
    pub buyer_token_account: &'b AccountView,
    pub referrer: Option<&'b mut AccountView>,
    pub order: Order,
    pub flags: Flags,
}

/// Fills an order: the buyer's whole amount comes in by one transfer, tokens are minted, and last the referrer is paid.
/// # Errors
/// [`CurveError::SellsStopped`], those of the order, and [`CurveError::InsufficientFunds`].
#[inline(always)]
pub fn purchase(purchase: Purchase) -> Result<(), CurveError> {
    let Purchase { program_id, factory, token, mint, buyer, buyer_token_account, referrer, order, flags } = purchase;
    not_stopped(factory)?;
    let (referral_rate, discount_rate) = flags.rates(factory);
    let rates = Rates::new(factory.creator_buy_fee, factory.platform_buy_fee, referral_rate, discount_rate)?;
    let filled = fill(&token.state.curve(), &order, &rates)?;
    let paid = sum(filled.value, filled.fees.total())?;
    let mut fees = filled.fees;
    let referrer_address = settle_referral(&mut fees, referrer.as_deref(), Rent::read)?;

    let state = &mut *token.state;
    let supply_before_trade = state.x;
    state.x = sum(state.x, filled.tokens)?;
    state.reserve = sum(state.reserve, filled.value)?;
    state.accrue(&fees)?;
    let seq = state.next_seq()?;

    transfer(buyer, &token.view, paid)?;
    let signer = TokenSigner::new(state);
    let seeds = signer.seeds();
    mint_to(mint, buyer_token_account, &token.view, filled.tokens, Signer::from(&seeds));
    let event = TokenBought::new(
        seq,
        state.token_id,
        filled.tokens,
        filled.value,
        supply_before_trade,
        fees.platform,
        fees.creator,
        fees.referral,
        *mint.address(),
        *buyer.address(),
        state.creator,
        referrer_address,
        referral_rate,
        discount_rate,
        flags.affiliate(),
    );
    emit(program_id, &token.view, event.as_bytes(), Signer::from(&seeds));
    match referrer {
        Some(referrer) if fees.referral > 0 => Ok(pay(&mut token.view, referrer, fees.referral)?),
        _ => Ok(()),
    }
}

/// The token's own accounts of a trade: mint and trader's token account.
/// # Errors
/// [`CurveError::InvalidMint`], [`CurveError::NotWritable`], [`CurveError::InvalidTokenAccount`].
#[inline(always)]
pub fn token_side(
    token: &Token,
    mint: &AccountView,
    account: &AccountView,
    trader: &AccountView,
) -> Result<(), CurveError> {
    checks::at(mint, &token.mint, CurveError::InvalidMint)?;
    checks::writable(mint)?;
    Ok(checks::token_account(account, &token.mint, trader.address())?)
}
