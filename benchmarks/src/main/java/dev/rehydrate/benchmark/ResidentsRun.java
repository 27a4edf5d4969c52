// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark;

import java.util.List;
import java.util.stream.IntStream;

/** Compares the same commands on farms of one member with few and with many instances. */
final class ResidentsRun {

    private static final List<Integer> COUNTS = List.of(100, 10_000, 100_000, 1_000_000);
    private static final int HUNDRED = 0;
    private static final int TEN_THOUSAND = 1;
    private static final int HUNDRED_THOUSAND = 2;
    private static final int MILLION = 3;
    private static final int BYTES = 1024;

    private ResidentsRun() {}

    static List<Comparison> rows() {
        Case free = Case.store("loadByKeyFreeAmongMany", BYTES);
        Case exact = Case.store("loadByKeyAuthoritativeAmongMany", BYTES);
        return List.of(
                at("load by key, free, 1,000,000 / 10,000", free, MILLION, TEN_THOUSAND, 1.15),
                at("load by key, authoritative, 1,000,000 / 10,000", exact, MILLION, TEN_THOUSAND, 1.15),
                at(
                        "save by ETag, 100,000 keys / 100",
                        Case.store("saveByETag", BYTES),
                        HUNDRED_THOUSAND,
                        HUNDRED,
                        1.05),
                at("create, 100,000 keys / 100", Case.store("create", BYTES), HUNDRED_THOUSAND, HUNDRED, 1.05));
    }

    private static Comparison at(String name, Case one, int many, int few, double goal) {
        return Comparison.of(name, on(one, many), on(one, few), goal);
    }

    private static Case on(Case one, int farm) {
        return one.on(farm, one.method().endsWith("AmongMany") ? COUNTS.get(farm) : 0);
    }

    static void start() {
        for (int farm = 0; farm < COUNTS.size(); farm++) {
            Farm.start(Topology.ONE);
            Residents.create(Farm.access(farm, 0), IntStream.range(0, COUNTS.get(farm)));
        }
    }
}
