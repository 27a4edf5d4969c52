// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.recording;

/** What kind of command made a recorded change. */
public enum RecordedCommand {
    /** A command that this release does not know: a newer one has recorded it. */
    OTHER(0),
    /** {@code CreateInstance}. */
    CREATE(1),
    /** {@code SaveInstance}. */
    SAVE(2),
    /** {@code CompleteInstance}. */
    COMPLETE(3),
    /** {@code LoadInstance} or {@code LoadInstanceByKey}, with the hold. */
    LOAD(4),
    /** {@code LoadRunnable}: a host took what was due or what an expired owner had left. */
    RUN(5),
    /** {@code ReleaseInstance}, or a handle that was closed. */
    RELEASE(6),
    /** {@code SuspendInstance}. */
    SUSPEND(7),
    /** {@code ResumeInstance}. */
    RESUME(8),
    /** {@code ForceRelease}. */
    FORCE_RELEASE(9);

    /** Stored, so a code keeps its meaning for ever; at most 31. */
    private final int code;

    RecordedCommand(int code) {
        this.code = code;
    }

    int code() {
        return code;
    }

    static RecordedCommand of(int code) {
        for (RecordedCommand command : values()) {
            if (command.code == code) {
                return command;
            }
        }
        return OTHER;
    }
}
