// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.behind;

import com.hazelcast.cluster.Member;
import com.hazelcast.core.ExecutionCallback;
import com.hazelcast.core.HazelcastInstance;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;

/**
 * Answers of members to callers that wait for a limited time. A future of the engine ignores the limit where the thread that waits is one of a
 * fork-join pool, as in a parallel stream: its managed blocker is asked to block again when the time is over.
 */
final class MemberAnswers {

    private MemberAnswers() {}

    /**
     * Asks a member.
     *
     * @param executor the name of what runs the question there
     * @return its answer, in a future that is none of the engine
     */
    static <T> CompletableFuture<T> of(
            HazelcastInstance hazelcast, String executor, Callable<T> question, Member member) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        hazelcast.getExecutorService(executor).submitToMember(question, member, new ExecutionCallback<T>() {
            @Override
            public void onResponse(T response) {
                answer.complete(response);
            }

            @Override
            public void onFailure(Throwable failure) {
                answer.completeExceptionally(failure);
            }
        });
        return answer;
    }
}
