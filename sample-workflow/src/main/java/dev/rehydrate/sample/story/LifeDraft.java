// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.story;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A life that goes on: the model of a document, as simple as can be. */
final class LifeDraft {

    private final Step.Create begin;
    private final int ordinal;
    private final List<String> authors = new ArrayList<>();
    private final List<String> paragraphs = new ArrayList<>();
    private String title;
    private int edits;
    private @Nullable Content attachment;
    private boolean submitted;
    private Step.@Nullable Expect expect;

    LifeDraft(Step.Create begin, int ordinal) {
        this.begin = begin;
        this.ordinal = ordinal;
        this.title = begin.title();
        authors.add(begin.author());
        paragraphs.addAll(begin.paragraphs());
    }

    int ordinal() {
        return ordinal;
    }

    boolean isOpen() {
        return !submitted;
    }

    void edit(Step.Edit edit) {
        if (edit.stale() && edits == 0) {
            throw StoryException.at(edit.line(), "an edit can only be stale after another edit");
        }
        edits++;
        if (!authors.contains(edit.author())) {
            authors.add(edit.author());
        }
        if (edit.title() != null) {
            title = edit.title();
        }
        if (edit.replace() != null) {
            paragraphs.set(
                    index(edit, edit.replace().paragraph()), edit.replace().text());
        }
        if (edit.remove() != null) {
            paragraphs.remove(index(edit, edit.remove()));
        }
        paragraphs.addAll(edit.append());
        if (edit.attachment() != null) {
            attachment = Content.of(edit.attachment());
        }
    }

    private int index(Step.Edit edit, int paragraph) {
        if (paragraph < 1 || paragraph > paragraphs.size()) {
            throw StoryException.at(
                    edit.line(), "there is no paragraph " + paragraph + " here; there are " + paragraphs.size());
        }
        return paragraph - 1;
    }

    void submit() {
        submitted = true;
    }

    void expect(Step.Expect line) {
        expect = line;
    }

    Life toLife() {
        Life.Text text = new Life.Text(title, authors, paragraphs);
        return new Life(begin.document(), ordinal, begin.line(), text, edits, attachment, submitted, expect);
    }
}
