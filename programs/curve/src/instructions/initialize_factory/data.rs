//! `initialize_factory`: who holds the two offices.

use pinocchio::Address;

pub const DISCRIMINATOR: [u8; 8] = [0xb3, 0x40, 0x4b, 0xfa, 0x27, 0xfe, 0xf0, 0xb2];

pub struct InitializeFactoryData {
    pub admin: Address,
    pub super_admin: Address,
}
