// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.play;

import dev.rehydrate.instance.SafeText;
import java.util.ArrayList;
import java.util.List;

/** Everything that is not as the story says, in the order it was found. */
public final class Findings {

    private static final int ENOUGH = 10;

    private final List<String> all = new ArrayList<>();

    /** Begins without any. */
    public Findings() {}

    void add(String finding) {
        all.add(SafeText.line(finding));
    }

    /** Whether there is no point in going on. */
    boolean areEnough() {
        return all.size() >= ENOUGH;
    }

    int count() {
        return all.size();
    }

    /** {@return what was found; empty if all is as it must be} */
    public List<String> all() {
        return List.copyOf(all);
    }
}
