"""Further checks of the API for Schemathesis."""

import schemathesis
from hypothesis import strategies
from schemathesis.generation import GenerationMode

BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"


def base58(data):
    number = int.from_bytes(data, "big")
    text = ""
    while number:
        number, digit = divmod(number, 58)
        text = BASE58[digit] + text
    return "1" * (len(data) - len(data.lstrip(b"\0"))) + text


# Our formats: texts that a pattern cannot describe.
schemathesis.openapi.format("solana-address", strategies.binary(min_size=32, max_size=32).map(base58))
schemathesis.openapi.format(
    "visible-line",
    strategies.text(strategies.characters(max_codepoint=0x24F, categories=("L", "N", "P", "Sm", "Zs"), exclude_characters="\u00a0"), min_size=1, max_size=100).filter(
        lambda text: text == text.strip()
    ),
)

schemathesis.openapi.format("time-zone", strategies.sampled_from(["UTC", "Europe/Berlin", "Asia/Kolkata", "America/New_York"]))
schemathesis.openapi.format("absolute-url", strategies.from_regex(r"\Ahttps://[a-z]{1,20}\.example/[a-z0-9]{0,40}\Z"))

# Rules that depend on the caller, the configuration, or on several values together: no schema can express them.
NOT_IN_SCHEMAS = {
    "identity.signIn": {"body.loginMethod"},
    "factory.prepareCreation": {"body.symbol", "body.name", "body.pfpUrl", "body.amountInLamports"},
    # The longest text that the schema allows is not a time zone.
    "notifications.saveSettings": {"body.delivery.timeZone"},
    # A point of the curve P-256.
    "notifications.subscribePush": {"body.keys"},
    # The id of the token that the call names.
    "factory.prepareTrade": {"body.tokenId"},
    # At most one of three cursors.
    "chat.messages": {"query"},
}

# The description's sentence about a rule for all calls.
SAID_OF_ALL = "must not have a null character or half of a surrogate pair"


@schemathesis.check
def described_data_is_taken(ctx, response, case):
    """Input that matches its schema is never refused as malformed."""
    if case.meta is None or case.meta.generation.mode != GenerationMode.POSITIVE or response.status_code != 400:
        return None
    error = response.json().get("error", {})
    name = case.operation.definition.raw.get("operationId")
    if SAID_OF_ALL in error.get("message", ""):
        return None
    if error.get("code") in ("invalid_field", "bad_request") and error.get("field") not in NOT_IN_SCHEMAS.get(name, set()):
        raise AssertionError(f"{name} refused what fits its schema: {error}")
    return None


@schemathesis.check
def nothing_breaks(ctx, response, case):
    """No call causes an internal error. (503 is for providers that are not configured here, and is described.)"""
    if response.status_code == 500:
        raise AssertionError("internal error")
    return None
