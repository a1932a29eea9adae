import { describe, expect, test } from "vitest";
import { curveIdl, poolIdl } from "./support/idl.ts";
import { curveRefusals, poolRefusals } from "./support/refusals.ts";
import { makeScene } from "./support/scene.ts";

const programs = [
  { name: "curve", idl: curveIdl, refusals: curveRefusals },
  { name: "pool", idl: poolIdl, refusals: poolRefusals },
];

describe.each(programs)("$name", ({ idl, refusals }) => {
  test("every error of the IDL is caused here", () => {
    expect(Object.keys(refusals).sort()).toEqual(idl.errors.map((one) => one.name).sort());
  });

  test.each(idl.errors)("returns $code $name, with the message that clients parse", ({ name, code, message }) => {
    const refusal = refusals[name];
    if (!refusal) throw new Error(`nothing is refused with ${name}`);
    const scene = makeScene();
    const given = refusal(scene);
    const { on, send } = "on" in given ? given : { on: scene.stage, send: given };
    const sent = on.send(send);
    expect(sent.error, sent.logs().join("\n")).toBe(code);
    const errorName = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
    expect(sent.logs().join("\n")).toContain(
      `AnchorError occurred. Error Code: ${errorName}. Error Number: ${code}. Error Message: ${message}.`,
    );
  });
});
