//! Sets the coefficient of later tokens, within the bounds of the formulas.

use curve_math::{COEFFICIENT_MAX, COEFFICIENT_MIN};

use super::{UpdateCoefficientAccounts, UpdateCoefficientData};
use crate::{errors::CurveError, events::CoefficientUpdated, state::FactorySigner};

/// # Errors
/// [`CurveError::OutOfBounds`].
#[inline(always)]
pub fn process(accounts: UpdateCoefficientAccounts, data: UpdateCoefficientData) -> Result<(), CurveError> {
    let UpdateCoefficientAccounts { super_admin, factory, program } = accounts;
    let state = &mut *factory.state;
    if !(COEFFICIENT_MIN..=COEFFICIENT_MAX).contains(&data.bonding_curve_coeff) {
        return Err(CurveError::OutOfBounds);
    }
    let previous = state.bonding_curve_coeff;
    state.bonding_curve_coeff = data.bonding_curve_coeff;
    let event =
        CoefficientUpdated::new(state.next_seq()?, *super_admin.address(), previous, data.bonding_curve_coeff);
    FactorySigner::new(state).emit(program, &factory.view, event.as_bytes());
    Ok(())
}
