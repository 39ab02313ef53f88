//! The operations `/insolation/…`: clear-sky irradiance and irradiation.

mod daily;
mod intensity;
mod irradiance;
mod monthly;
mod query;
mod sunlight;

pub(crate) use daily::OPERATION as DAILY;
pub(crate) use intensity::OPERATION as INTENSITY;
pub(crate) use irradiance::OPERATION as IRRADIANCE;
pub(crate) use monthly::OPERATION as MONTHLY;
