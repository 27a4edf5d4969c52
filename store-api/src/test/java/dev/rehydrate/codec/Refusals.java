// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.codec;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.rehydrate.codec.ValueCodingException.Reason;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.assertj.core.api.ThrowableAssertAlternative;

/** Says which refusal is expected. */
final class Refusals {

    private Refusals() {}

    static ThrowableAssertAlternative<ValueCodingException> assertRefused(Reason reason, ThrowingCallable action) {
        return assertThatExceptionOfType(ValueCodingException.class)
                .isThrownBy(action)
                .matches(refusal -> refusal.reason() == reason, "is refused as " + reason);
    }
}
