//! Hands the 128-bit call shims (LLVM IR) to the linker as one more input.
fn main() {
    println!("cargo:rerun-if-changed=../svm-rt/libcalls.ll");
    if std::env::var("CARGO_CFG_TARGET_ARCH").as_deref() == Ok("bpf") {
        let here = std::env::var("CARGO_MANIFEST_DIR").expect("cargo sets it");
        println!("cargo:rustc-link-arg-cdylib={here}/../svm-rt/libcalls.ll");
    }
}
