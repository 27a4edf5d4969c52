// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.term;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Terms while messages are lost, late, repeated and out of order, and while members see views of the farm that change, overlap
 * and contradict each other. Each seed is one history.
 */
class TermsUnderFaultsTest {

    private static final int HISTORIES = 200;
    private static final int STEPS = 3000;

    @ParameterizedTest
    @ValueSource(ints = {3, 4, 5, 7})
    void noTwoMajoritiesDecideAtATime(int size) {
        int established = 0;
        int acknowledged = 0;
        for (int seed = 0; seed < HISTORIES; seed++) {
            Farm farm = new Farm(size, new Random(seed), size / 2 + 1);
            IntStream.range(0, STEPS).forEach(step -> farm.step());
            farm.assertLaws("size " + size + ", seed " + seed);
            established += farm.established.size();
            acknowledged += farm.acknowledged.size();
        }
        assertThat(established).as("terms, or the histories show nothing").isGreaterThan(HISTORIES);
        assertThat(acknowledged).as("acknowledged changes").isGreaterThan(HISTORIES);
    }

    /** The laws are seen broken where half of the farm counts as its majority. */
    @ParameterizedTest
    @ValueSource(ints = {4, 6})
    void halfOfTheFarmIsNotEnough(int size) {
        boolean broken = false;
        for (int seed = 0; seed < HISTORIES && !broken; seed++) {
            Farm farm = new Farm(size, new Random(seed), size / 2);
            IntStream.range(0, STEPS).forEach(step -> farm.step());
            broken = !farm.findings().isEmpty();
        }
        assertThat(broken).isTrue();
    }

    /** A change on its way to an acknowledgement. */
    private static final class Change {
        final long term;
        final Set<UUID> copies = new HashSet<>();

        Change(long term) {
            this.term = term;
        }
    }

    private static final class Node {
        final UUID id;
        final MemberTerm state = new MemberTerm();
        final Set<Change> stored = new HashSet<>();
        Set<UUID> view;
        boolean isLeaving;

        Node(UUID id, Set<UUID> view) {
            this.id = id;
            this.view = view;
        }
    }

    private static final class Farm {

        private final Random random;
        private final int needed;
        private final Map<UUID, Node> nodes = new TreeMap<>();
        private final List<Runnable> underWay = new ArrayList<>();
        private final Map<Long, Term> established = new HashMap<>();
        private final List<Change> acknowledged = new ArrayList<>();
        /** What each member had stored when it promised a number. */
        private final Map<Long, Map<UUID, Set<Change>>> promised = new HashMap<>();

        private final List<String> broken = new ArrayList<>();

        Farm(int size, Random random, int needed) {
            this.random = random;
            this.needed = needed;
            Set<UUID> all = new HashSet<>();
            IntStream.range(0, size).forEach(number -> all.add(new UUID(0, number)));
            all.forEach(id -> nodes.put(id, new Node(id, all)));
        }

        private Node anyNode() {
            return List.copyOf(nodes.values()).get(random.nextInt(nodes.size()));
        }

        void step() {
            switch (random.nextInt(100)) {
                case 0 -> changeViews();
                case 1, 2 -> stand(anyNode());
                case 3, 4, 5, 6, 7, 8 -> change(anyNode());
                case 9 -> leaveOrSettle(anyNode());
                default -> deliver();
            }
        }

        /** Some members get the view with only themselves in it, and do not learn of it at the same moment. */
        private void changeViews() {
            Set<UUID> view = new HashSet<>();
            nodes.keySet().stream().filter(id -> random.nextInt(3) > 0).forEach(view::add);
            for (UUID id : view) {
                underWay.add(() -> nodes.get(id).view = view);
            }
        }

        private void deliver() {
            if (underWay.isEmpty()) {
                return;
            }
            Runnable message = underWay.remove(random.nextInt(underWay.size()));
            switch (random.nextInt(8)) {
                case 0 -> {
                    // Lost.
                }
                case 1 -> {
                    message.run();
                    underWay.add(message);
                }
                default -> message.run();
            }
        }

        private void stand(Node candidate) {
            Term term = new Term(candidate.state.promised() + 1 + random.nextInt(2), candidate.view);
            Candidacy candidacy = new Candidacy(term, needed);
            for (UUID voter : candidate.view) {
                underWay.add(() -> {
                    Vote vote = nodes.get(voter).state.vote(term.number());
                    if (vote.granted()) {
                        promised.computeIfAbsent(term.number(), number -> new HashMap<>())
                                .put(voter, Set.copyOf(nodes.get(voter).stored));
                    }
                    underWay.add(() -> count(candidacy, voter, vote));
                });
            }
        }

        private void count(Candidacy candidacy, UUID voter, Vote vote) {
            Term term = candidacy.count(voter, vote);
            if (term == null) {
                return;
            }
            if (established.put(term.number(), term) != null) {
                broken.add("term " + term.number() + " was established twice");
            }
            term.members()
                    .forEach(
                            member -> underWay.add(() -> nodes.get(member).state.adopt(term)));
        }

        private void change(Node owner) {
            long term = owner.state.currentIn(owner.view);
            if (term == 0) {
                return;
            }
            Change change = new Change(term);
            owner.stored.add(change);
            change.copies.add(owner.id);
            for (UUID backup : owner.view) {
                if (!backup.equals(owner.id)) {
                    underWay.add(() -> {
                        if (nodes.get(backup).state.accepts(term)) {
                            nodes.get(backup).stored.add(change);
                            underWay.add(() -> acknowledge(change, backup));
                        }
                    });
                }
            }
        }

        private void acknowledge(Change change, UUID backup) {
            change.copies.add(backup);
            if (change.copies.size() == needed) {
                acknowledged.add(change);
            }
        }

        private void leaveOrSettle(Node node) {
            if (node.isLeaving) {
                node.state.join();
                node.state.learn(0);
                node.state.settle();
            } else {
                node.state.leave();
            }
            node.isLeaving = !node.isLeaving;
        }

        void assertLaws(String history) {
            assertThat(findings()).as(history).isEmpty();
        }

        /** Of each later majority one member had what was acknowledged before, when it promised. */
        List<String> findings() {
            List<String> findings = new ArrayList<>(broken);
            for (Change change : acknowledged) {
                established.keySet().stream()
                        .filter(later -> later > change.term)
                        .filter(later ->
                                promised.get(later).values().stream().noneMatch(stored -> stored.contains(change)))
                        .forEach(later -> findings.add("term " + later + " does not know a change that was acknowledged"
                                + " in term " + change.term));
            }
            return findings;
        }
    }
}
