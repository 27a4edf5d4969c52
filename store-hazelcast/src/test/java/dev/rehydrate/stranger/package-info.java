// SPDX-License-Identifier: Apache-2.0
/** Classes that only an attacker means. Each pair has names of one length: bytes of A can be made to name B, whom nobody loads. */
package dev.rehydrate.stranger;
