// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import dev.rehydrate.correlation.Correlation;
import dev.rehydrate.correlation.CorrelationKey;
import dev.rehydrate.correlation.KeyAlgorithm;
import dev.rehydrate.instance.CompletionAction;
import dev.rehydrate.instance.InstanceId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A little document workflow with a state that is changed in place, so that half a change would be seen. */
final class Docs {

    static final String SCOPE = "documents";

    /** The state. */
    public static final class Doc {
        public String id = "";
        public List<String> edits = new ArrayList<>();
    }

    /** Every message. */
    public record Edit(String id, String text) {}

    static final Correlation<Edit> BY_ID = Correlation.<Edit>content(SCOPE).part("DocumentId", Edit::id);

    static final Operation<Doc, Edit, String> CREATE = Operation.createOnly("CreateDocument", Edit.class)
            .correlatedBy(BY_ID)
            .handledBy(Docs::create);

    static final Operation<Doc, Edit, String> OPEN = Operation.createOrGet("OpenDocument", Edit.class)
            .correlatedBy(BY_ID)
            .handledBy((turn, doc, edit) -> doc == null ? create(turn, null, edit) : edit(turn, doc, edit));

    static final Operation<Doc, Edit, String> UPDATE = Operation.mustExist("UpdateDocument", Edit.class)
            .correlatedBy(BY_ID)
            .handledBy(Docs::edit);

    static final Operation<Doc, Edit, String> READ = Operation.mustExist("ReadDocument", Edit.class)
            .correlatedBy(BY_ID)
            .handledBy((turn, doc, edit) -> {
                turn.unchanged();
                return content(doc);
            });

    static final Operation<Doc, Edit, String> SUBMIT = Operation.mustExist("SubmitDocument", Edit.class)
            .correlatedBy(BY_ID)
            .handledBy((turn, doc, edit) -> {
                turn.complete();
                return content(doc);
            });

    static final Operation<Doc, Edit, String> ARCHIVE = Operation.mustExist("ArchiveDocument", Edit.class)
            .correlatedBy(BY_ID)
            .handledBy((turn, doc, edit) -> {
                turn.complete(CompletionAction.KEEP);
                return content(doc);
            });

    /** Changes the state half-way and fails. */
    static final Operation<Doc, Edit, String> BREAK = Operation.createOrGet("BreakDocument", Edit.class)
            .correlatedBy(BY_ID)
            .handledBy((turn, doc, edit) -> {
                Doc half = doc == null ? turn.become(new Doc()) : doc;
                half.edits.add("half " + edit.text());
                throw new IllegalArgumentException("the printer is on fire");
            });

    static final WorkflowDefinition<Doc> DEFINITION = WorkflowDefinition.of("Document", "1.0", Doc.class)
            .with(CREATE, OPEN, UPDATE, READ, SUBMIT, ARCHIVE, BREAK);

    private Docs() {}

    private static String create(Turn<Doc> turn, Doc none, Edit edit) {
        Doc doc = turn.become(new Doc());
        doc.id = edit.id();
        return edit(turn, doc, edit);
    }

    private static String edit(Turn<Doc> turn, Doc doc, Edit edit) {
        doc.edits.add(edit.text());
        return content(doc);
    }

    private static String content(Doc doc) {
        return String.join(" ", doc.edits);
    }

    static Edit edit(String id, String text) {
        return new Edit(id, text);
    }

    static CorrelationKey key(String id) {
        return CorrelationKey.of(KeyAlgorithm.SHA_256_128, SCOPE, Map.of("DocumentId", id));
    }

    static InstanceId home(String id) {
        return InstanceId.atHomeOf(key(id).key());
    }
}
