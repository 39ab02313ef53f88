//! Are the truncated theories, which answer outside of the ephemeris, what is written of them? Their terms
//! against the sources, their places against JPL, and rise and set against rigorous computations.

mod served;
mod sky;
mod terms;
