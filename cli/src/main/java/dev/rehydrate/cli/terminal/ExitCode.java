// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.cli.terminal;

import dev.rehydrate.command.failure.InstanceStoreException;
import dev.rehydrate.command.failure.StoreUnavailableException;
import java.util.concurrent.TimeoutException;

/** With what the process ends. The numbers are documented, and stay. */
public final class ExitCode {

    /** All was done as asked. */
    public static final int DONE = 0;
    /** Something was refused, failed, or was not found; the rest was done. */
    public static final int REFUSED = 1;
    /** The command line cannot be understood, or lacks something; nothing was done. */
    public static final int USAGE = 2;
    /** The store cannot be reached, or it is not known whether something was done. */
    public static final int UNKNOWN = 3;

    private ExitCode() {}

    /**
     * The code for a failure.
     *
     * @param failure what was thrown
     * @return {@link #UNKNOWN} if the store did not answer or the effect is not known, {@link #REFUSED} otherwise
     */
    public static int of(Throwable failure) {
        boolean late = failure instanceof TimeoutException || failure.getCause() instanceof TimeoutException;
        boolean unreachable = failure instanceof CannotConnectException || failure instanceof StoreUnavailableException;
        boolean unknown = failure instanceof InstanceStoreException known
                && known.effect() == InstanceStoreException.Effect.UNKNOWN;
        return late || unreachable || unknown ? UNKNOWN : REFUSED;
    }
}
