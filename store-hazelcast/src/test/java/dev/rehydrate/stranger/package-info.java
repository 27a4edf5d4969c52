// SPDX-License-Identifier: Apache-2.0
/** Classes that only an attacker would name. Each pair has names of one length: bytes of A can be made to name B, which no code loads. */
package dev.rehydrate.stranger;
