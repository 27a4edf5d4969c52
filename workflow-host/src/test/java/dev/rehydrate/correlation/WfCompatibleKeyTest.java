// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.correlation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("WF-54 the keys that .NET hosts compute")
final class WfCompatibleKeyTest {

    private static final String DOCUMENTS = "{http://tempuri.org/}DocumentService";

    static Stream<Arguments> vectors() {
        return Stream.of(
                Arguments.of(Map.of("DocumentId", "42"), DOCUMENTS, "0d1f6795-204e-4588-a61b-c26f17a8fe78"),
                Arguments.of(
                        Map.of("CustomerId", "A-17", "OrderId", "1001"),
                        "{http://tempuri.org/}OrderService",
                        "b036a2bb-c8a4-9859-5233-b4bb677d65a6"),
                Arguments.of(
                        Map.of("wsc-instanceId", "7d0c2b7e-6a58-4a8e-9f5e-3f0f8b6f1a11"),
                        DOCUMENTS,
                        "c93f3367-0915-4090-f6f8-caf842f8b5bc"),
                Arguments.of(Map.of(), DOCUMENTS, "331493ef-088f-b680-ea56-b342633cbb35"));
    }

    @ParameterizedTest(name = "WF-54 {0} in {1} is {2}")
    @MethodSource("vectors")
    void keyTextEqualsTheGuid(Map<String, String> parts, String scope, String guid) {
        assertThat(CorrelationKey.of(KeyAlgorithm.WF_COMPATIBLE, scope, parts).key())
                .hasToString(guid);
    }

    @Test
    void canonicalTextIsTheOneOfTheContract() {
        assertThat(CorrelationKey.of(KeyAlgorithm.WF_COMPATIBLE, DOCUMENTS, Map.of("DocumentId", "42"))
                        .text())
                .isEqualTo(
                        "DocumentId=42,{http://tempuri.org/}DocumentService,urn:microsoft-com:correlation|1.10.2.36.29");
    }

    @Test
    void textIsTakenAsItIs() {
        assertThat(keyOf("e\u0301")).isNotEqualTo(keyOf("\u00e9"));
        assertThat(keyOf(" ").partNames()).containsExactly("DocumentId");
        assertThat(keyOf("")).isEqualTo(CorrelationKey.of(KeyAlgorithm.WF_COMPATIBLE, DOCUMENTS, Map.of()));
    }

    private static CorrelationKey keyOf(String value) {
        return CorrelationKey.of(KeyAlgorithm.WF_COMPATIBLE, DOCUMENTS, Map.of("DocumentId", value));
    }
}
