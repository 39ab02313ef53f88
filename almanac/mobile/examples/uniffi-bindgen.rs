//! Writes the Kotlin or Swift sources that belong to a built library.

fn main() {
    uniffi::uniffi_bindgen_main();
}
