// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.instance;

/**
 * The version of a workflow definition (contract §2.9). Parts that are not given are zero.
 *
 * @param major the first part, not negative
 * @param minor the second part, not negative
 * @param build the third part, not negative
 * @param revision the fourth part, not negative; the one that {@link DefinitionFilter.Match#ANY_REVISION} ignores
 */
public record DefinitionVersion(int major, int minor, int build, int revision)
        implements Comparable<DefinitionVersion> {

    /**
     * Checks the parts.
     *
     * @throws IllegalArgumentException if a part is negative
     */
    public DefinitionVersion {
        if (major < 0 || minor < 0 || build < 0 || revision < 0) {
            throw new IllegalArgumentException("a part of a definition version must not be negative");
        }
    }

    /**
     * Reads a version of two to four numbers with dots between them.
     *
     * @param text for example {@code 1.2} or {@code 1.2.0.7}
     * @return the version
     * @throws IllegalArgumentException if the text has another form
     */
    public static DefinitionVersion parse(String text) {
        String[] parts = text.split("\\.", -1);
        if (parts.length < 2 || parts.length > 4) {
            throw new IllegalArgumentException("not a definition version: '" + text + "'");
        }
        int[] numbers = new int[4];
        for (int i = 0; i < parts.length; i++) {
            try {
                numbers[i] = Integer.parseInt(parts[i]);
            } catch (NumberFormatException notANumber) {
                throw new IllegalArgumentException("not a definition version: '" + text + "'", notANumber);
            }
        }
        return new DefinitionVersion(numbers[0], numbers[1], numbers[2], numbers[3]);
    }

    /** Orders by the parts, the first counting most. */
    @Override
    public int compareTo(DefinitionVersion other) {
        int[] order = {
            Integer.compare(major, other.major),
            Integer.compare(minor, other.minor),
            Integer.compare(build, other.build),
            Integer.compare(revision, other.revision)
        };
        for (int part : order) {
            if (part != 0) {
                return part;
            }
        }
        return 0;
    }

    /** {@return all four parts with dots between them} */
    @Override
    public String toString() {
        return major + "." + minor + "." + build + "." + revision;
    }
}
