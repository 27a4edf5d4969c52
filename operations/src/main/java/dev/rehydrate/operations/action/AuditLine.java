// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.operations.action;

import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.SafeText;
import dev.rehydrate.operations.action.ActionReport.Result;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The line that a change by an operator leaves in the audit log.
 *
 * @param action the word for what was asked for
 * @param instance the instance
 * @param actor who asked, as far as it is known
 * @param reason why, in the words of the operator
 */
record AuditLine(String action, InstanceId instance, String actor, String reason) {

    private static final Logger LOG = LoggerFactory.getLogger(InstanceActions.AUDIT);

    void write(Result result, String answer, String verified) {
        LOG.info(
                "operator action: action={} instance={} result={} actor={} reason={} answer={} verified={}",
                action,
                instance,
                result,
                SafeText.line(actor),
                SafeText.line(reason),
                answer,
                verified);
    }
}
