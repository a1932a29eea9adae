//! What the admin has withdrawn lately, by the hour.

use super::{Factory, WINDOW_HOURS};
use crate::{errors::CurveError, system::sum};

const HOUR: u64 = 3_600;

impl Factory {
    /// Counts a withdrawal at a Unix time. Gives what was withdrawn in the 25 hours that end with its own, which any
    /// 86,400 s before it lie within: so each counts for a day at least and 25 hours at most.
    /// # Errors
    /// [`CurveError::AmountTooLarge`].
    #[inline(never)]
    pub fn count_withdrawal(&mut self, lamports: u64, now: i64) -> Result<u64, CurveError> {
        let hour = (now.max(0) as u64 / HOUR).max(self.allowance_hour);
        let passed = hour.saturating_sub(self.allowance_hour);
        if passed < WINDOW_HOURS as u64 {
            // the slots of the hours since the last withdrawal hold those of a day before
            for back in 0..passed {
                *self.slot(hour.saturating_sub(back))? = 0;
            }
        } else {
            self.withdrawn = [0; WINDOW_HOURS];
        }
        let slot = self.slot(hour)?;
        *slot = sum(*slot, lamports)?;
        self.allowance_hour = hour;
        self.withdrawn.iter().try_fold(0, |all, one| Ok(sum(all, *one)?))
    }

    fn slot(&mut self, hour: u64) -> Result<&mut u64, CurveError> {
        let at = (hour % WINDOW_HOURS as u64) as usize;
        // a rest is below its divisor
        self.withdrawn.get_mut(at).ok_or(CurveError::AmountTooLarge)
    }
}
