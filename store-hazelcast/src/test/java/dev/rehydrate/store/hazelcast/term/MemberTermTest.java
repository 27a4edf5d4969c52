// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.term;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What one member of a protected farm promises and accepts, in each phase of its life. */
final class MemberTermTest {

    private static final UUID ONE = new UUID(0, 1);
    private static final UUID TWO = new UUID(0, 2);
    private static final UUID THREE = new UUID(0, 3);
    private static final Set<UUID> VIEW = Set.of(ONE, TWO);

    private final MemberTerm member = new MemberTerm();

    private static Term term(long number) {
        return new Term(number, VIEW);
    }

    @Test
    void promisesOnlyWhatIsLargerThanAllThatItHasPromised() {
        assertThat(member.vote(0)).isEqualTo(new Vote(false, 0, 0));
        assertThat(member.vote(5)).isEqualTo(new Vote(true, 5, 0));
        assertThat(member.vote(5)).isEqualTo(new Vote(false, 5, 0));
        assertThat(member.vote(4)).isEqualTo(new Vote(false, 5, 0));
        assertThat(member.promised()).isEqualTo(5);
    }

    @Test
    void takesOverATermUnlessItHasPromisedALargerOne() {
        member.vote(5);

        assertThat(member.adopt(term(4))).isFalse();
        assertThat(member.told()).isNull();
        assertThat(member.adopt(term(5))).isTrue();
        assertThat(member.told()).isEqualTo(term(5));
        assertThat(member.accepted()).isEqualTo(5);
        assertThat(member.adopt(term(7))).isTrue();
        assertThat(member.promised()).isEqualTo(7);
    }

    @Test
    void storesNoChangeOfATermThatIsSmallerThanOneThatItHasPromised() {
        assertThat(member.accepts(3)).isTrue();
        assertThat(member.promised()).isEqualTo(3);
        assertThat(member.accepted()).isEqualTo(3);
        assertThat(member.accepts(3)).isTrue();

        member.vote(5);

        assertThat(member.accepts(3)).isFalse();
        assertThat(member.accepts(4)).isFalse();
        assertThat(member.accepted()).isEqualTo(3);
        assertThat(member.accepts(5)).isTrue();
        assertThat(member.accepted()).isEqualTo(5);
        assertThat(member.vote(5).granted()).isFalse();
    }

    @Test
    void decidesUnderATermOnlyWithTheMembersOfItAndUntilItPromisesALargerOne() {
        assertThat(member.currentIn(VIEW)).isZero();
        assertThat(member.isCurrent(0)).isFalse();

        member.adopt(term(5));

        assertThat(member.currentIn(VIEW)).isEqualTo(5);
        assertThat(member.currentIn(Set.of(ONE, THREE))).isZero();
        assertThat(member.currentIn(Set.of(ONE, TWO, THREE))).isZero();
        assertThat(member.isCurrent(5)).isTrue();
        assertThat(member.isCurrent(4)).isFalse();

        member.vote(6);

        assertThat(member.currentIn(VIEW)).isZero();
        assertThat(member.isCurrent(5)).isFalse();
        assertThat(member.isCurrent(6)).isFalse();
    }

    @Test
    void doesNothingForACountWhileItLeavesItsCluster() {
        member.adopt(term(5));

        assertThat(member.leave()).isEqualTo(5);

        assertThat(member.accepted()).isEqualTo(MemberTerm.UNKNOWN);
        assertThat(member.currentIn(VIEW)).isZero();
        assertThat(member.vote(9).granted()).isFalse();
        assertThat(member.adopt(term(9))).isFalse();
        assertThat(member.accepts(5)).isFalse();
        assertThat(member.accepts(9)).isFalse();
        member.learn(9);
        member.settle();
        assertThat(member.accepted()).isEqualTo(MemberTerm.UNKNOWN);
        assertThat(member.isReturning()).isFalse();
        assertThat(member.vote(9).granted()).isFalse();
        assertThat(member.promised()).isEqualTo(5);
    }

    @Test
    void promisesNothingInAnotherClusterBeforeItHasGivenItWhatItHas() {
        member.adopt(term(5));
        member.leave();

        member.join();

        assertThat(member.isReturning()).isTrue();
        assertThat(member.vote(9).granted()).isFalse();
        assertThat(member.accepted()).isEqualTo(MemberTerm.UNKNOWN);
        member.learn(8);
        member.learn(6);
        assertThat(member.accepted()).isEqualTo(8);
        assertThat(member.accepts(4)).isFalse();
        assertThat(member.adopt(term(8))).isTrue();
        assertThat(member.isReturning()).isTrue();

        member.settle();

        assertThat(member.isReturning()).isFalse();
        assertThat(member.currentIn(VIEW)).isEqualTo(8);
        assertThat(member.vote(9).granted()).isTrue();
        member.learn(20);
        assertThat(member.accepted()).isEqualTo(8);
    }

    /** A later merge would otherwise take the data for older than it is. */
    @Test
    void theTermOfTheDataNeverBecomesSmaller() {
        member.leave();
        member.join();
        member.learn(9);

        assertThat(member.adopt(term(5))).isTrue();
        assertThat(member.accepted()).isEqualTo(9);
        assertThat(member.accepts(6)).isTrue();
        assertThat(member.accepted()).isEqualTo(9);
    }

    @Test
    void establishesATermOnceWithThePromisesOfEnoughDifferentMembersOfIt() {
        Candidacy candidacy = new Candidacy(new Term(7, Set.of(ONE, TWO)), 2);
        Vote promise = new Vote(true, 7, 0);

        assertThat(candidacy.count(ONE, promise)).isNull();
        assertThat(candidacy.count(ONE, promise)).isNull();
        assertThat(candidacy.count(THREE, promise)).isNull();
        assertThat(candidacy.count(TWO, new Vote(false, 9, 0))).isNull();
        assertThat(candidacy.count(TWO, promise)).isEqualTo(new Term(7, VIEW));
        assertThat(candidacy.count(TWO, promise)).isNull();
    }
}
