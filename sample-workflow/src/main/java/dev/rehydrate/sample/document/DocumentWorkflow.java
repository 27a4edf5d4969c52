// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.document;

import dev.rehydrate.codec.ValueCodec;
import dev.rehydrate.correlation.ContentCorrelation;
import dev.rehydrate.correlation.Correlation;
import dev.rehydrate.host.Operation;
import dev.rehydrate.host.Turn;
import dev.rehydrate.host.WorkflowDefinition;
import dev.rehydrate.instance.CompletionAction;
import dev.rehydrate.instance.DefinitionIdentity;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The workflow: a document is created, takes any number of updates, and ends when an author says "I'm done". Messages find it
 * by the document's id, whichever client sends them to whichever node. Ending deletes the instance, so the id can be used
 * again.
 */
public final class DocumentWorkflow {

    private static final ContentCorrelation<DocumentMessage> BY_DOCUMENT_ID =
            Correlation.<DocumentMessage>content("documents").part("id", DocumentMessage::id);

    /** Begins a document; one that exists is left alone. */
    public static final Operation<DocumentState, CreateDocument, DocumentState> CREATE = Operation.createOnly(
                    "create", CreateDocument.class)
            .correlatedBy(BY_DOCUMENT_ID)
            .handledBy(DocumentWorkflow::create);

    /** Shows a document; saves nothing. */
    public static final Operation<DocumentState, ReadDocument, DocumentState> READ = Operation.mustExist(
                    "read", ReadDocument.class)
            .correlatedBy(BY_DOCUMENT_ID)
            .handledBy(DocumentWorkflow::read);

    /** Updates a document. */
    public static final Operation<DocumentState, EditDocument, EditReply> EDIT = Operation.mustExist(
                    "edit", EditDocument.class)
            .correlatedBy(BY_DOCUMENT_ID)
            .handledBy(DocumentWorkflow::edit);

    /** Ends a document; the reply shows it for the last time. */
    public static final Operation<DocumentState, SubmitDocument, DocumentState> SUBMIT = Operation.mustExist(
                    "submit", SubmitDocument.class)
            .correlatedBy(BY_DOCUMENT_ID)
            .handledBy(DocumentWorkflow::submit);

    /** All of it, for a host to run. */
    public static final WorkflowDefinition<DocumentState> DEFINITION = WorkflowDefinition.of(
                    DefinitionIdentity.of("document", "1.0"), new DocumentValues())
            .with(CREATE, READ, EDIT, SUBMIT)
            .completingBy(CompletionAction.DELETE);

    private DocumentWorkflow() {}

    /** {@return the codec that knows the types of this workflow, for the store of the host} */
    public static ValueCodec codec() {
        return DocumentValues.codec();
    }

    private static DocumentState create(
            Turn<DocumentState> turn, @Nullable DocumentState none, CreateDocument message) {
        return turn.become(new DocumentState(Document.begunBy(message), null));
    }

    private static DocumentState read(Turn<DocumentState> turn, @Nullable DocumentState state, ReadDocument message) {
        turn.unchanged();
        return existing(state);
    }

    private static EditReply edit(Turn<DocumentState> turn, @Nullable DocumentState state, EditDocument message) {
        DocumentState edited = existing(state);
        for (Change change : message.changes()) {
            String objection = change.objection(edited.document());
            if (objection != null) {
                turn.unchanged();
                return new EditReply.Refused(objection);
            }
            edited = change.applyTo(edited);
        }
        return new EditReply.Applied(turn.become(edited.with(edited.document().editedBy(message.author()))));
    }

    private static DocumentState submit(
            Turn<DocumentState> turn, @Nullable DocumentState state, SubmitDocument message) {
        turn.complete();
        return existing(state);
    }

    private static DocumentState existing(@Nullable DocumentState state) {
        return Objects.requireNonNull(state, "a message for documents that exist");
    }
}
