// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.example;

import dev.rehydrate.host.WorkflowHost;
import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

@RestController
class NotesController {

    private final WorkflowHost host;

    NotesController(WorkflowHost host) {
        this.host = host;
    }

    @PostMapping("/notes/{note}")
    int write(@PathVariable String note, @RequestBody String line) {
        return host.call(Notes.WRITE, new Notes.Write(note, line))
                .replyOrThrow()
                .reply();
    }

    @GetMapping("/notes/{note}")
    List<String> read(@PathVariable String note) {
        return host.call(Notes.READ, new Notes.Read(note)).replyOrThrow().reply();
    }
}
