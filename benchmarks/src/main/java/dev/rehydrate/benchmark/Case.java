// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark;

/**
 * Something to be timed.
 *
 * @param type the class of the benchmark
 * @param method its method
 * @param bytes the size of the payload
 * @param callers how many threads call at once; from two on what counts is how much gets done, not how long one waits
 * @param farm the number of the farm
 * @param residents among how many instances; zero if that does not matter
 */
record Case(Class<?> type, String method, int bytes, int callers, int farm, int residents) {

    static Case bare(String method, int bytes) {
        return new Case(BareMap.class, method, bytes, 1, 0, 0);
    }

    static Case store(String method, int bytes) {
        return new Case(StoreCommands.class, method, bytes, 1, 0, 0);
    }

    Case by(int manyCallers) {
        return new Case(type, method, bytes, manyCallers, farm, residents);
    }

    Case on(int otherFarm, int amongMany) {
        return new Case(type, method, bytes, callers, otherFarm, amongMany);
    }

    String pattern() {
        return "^" + (type.getName() + "." + method).replace(".", "\\.") + "$";
    }

    /** {@return its name in a table: on what, and what is done} */
    String label() {
        return (type == BareMap.class ? "map." : "store.") + method;
    }

    boolean isAboutThroughput() {
        return callers > 1 || method.endsWith("InFlight");
    }
}
