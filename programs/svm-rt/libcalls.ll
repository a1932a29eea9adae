target datalayout = "e-m:e-p:64:64-i64:64-i128:128-n32:64-S128"
target triple = "bpfel"
; The linker knows textual IR by its first line, so that no comment may stand above.
; LLVM 23 calls these with and for i128 in registers; rustc 1.96 would return it through a pointer. So the bodies, in
; Rust, take a pointer to four words and halves of the operands, and these shims join what they wrote.
; Signed division of 128 bits is left out: no program here divides below zero.

declare void @svm_rt_multiply(ptr, i64, i64, i64, i64)
declare void @svm_rt_divide(ptr, i64, i64, i64, i64)

define i128 @__multi3(i128 %a, i128 %b) #0 {
  %out = alloca [2 x i64], align 8
  %a.low = trunc i128 %a to i64
  %a.up = lshr i128 %a, 64
  %a.high = trunc i128 %a.up to i64
  %b.low = trunc i128 %b to i64
  %b.up = lshr i128 %b, 64
  %b.high = trunc i128 %b.up to i64
  call void @svm_rt_multiply(ptr %out, i64 %a.low, i64 %a.high, i64 %b.low, i64 %b.high)
  %low = load i64, ptr %out, align 8
  %at = getelementptr inbounds i64, ptr %out, i64 1
  %high = load i64, ptr %at, align 8
  %low.wide = zext i64 %low to i128
  %high.wide = zext i64 %high to i128
  %high.up = shl nuw i128 %high.wide, 64
  %all = or disjoint i128 %high.up, %low.wide
  ret i128 %all
}

define i128 @__udivti3(i128 %a, i128 %b) #0 {
  %out = alloca [4 x i64], align 8
  %a.low = trunc i128 %a to i64
  %a.up = lshr i128 %a, 64
  %a.high = trunc i128 %a.up to i64
  %b.low = trunc i128 %b to i64
  %b.up = lshr i128 %b, 64
  %b.high = trunc i128 %b.up to i64
  call void @svm_rt_divide(ptr %out, i64 %a.low, i64 %a.high, i64 %b.low, i64 %b.high)
  %low = load i64, ptr %out, align 8
  %at = getelementptr inbounds i64, ptr %out, i64 1
  %high = load i64, ptr %at, align 8
  %low.wide = zext i64 %low to i128
  %high.wide = zext i64 %high to i128
  %high.up = shl nuw i128 %high.wide, 64
  %all = or disjoint i128 %high.up, %low.wide
  ret i128 %all
}

define i128 @__umodti3(i128 %a, i128 %b) #0 {
  %out = alloca [4 x i64], align 8
  %a.low = trunc i128 %a to i64
  %a.up = lshr i128 %a, 64
  %a.high = trunc i128 %a.up to i64
  %b.low = trunc i128 %b to i64
  %b.up = lshr i128 %b, 64
  %b.high = trunc i128 %b.up to i64
  call void @svm_rt_divide(ptr %out, i64 %a.low, i64 %a.high, i64 %b.low, i64 %b.high)
  %at.low = getelementptr inbounds i64, ptr %out, i64 2
  %low = load i64, ptr %at.low, align 8
  %at = getelementptr inbounds i64, ptr %out, i64 3
  %high = load i64, ptr %at, align 8
  %low.wide = zext i64 %low to i128
  %high.wide = zext i64 %high to i128
  %high.up = shl nuw i128 %high.wide, 64
  %all = or disjoint i128 %high.up, %low.wide
  ret i128 %all
}

attributes #0 = { nounwind noinline "no-builtins" }
