// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.example;

import dev.rehydrate.host.WorkflowDefinition;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

/** The application with Spring Boot and the starter. */
@SpringBootApplication
public class NotesApplication {

    public static void main(String[] arguments) {
        SpringApplication.run(NotesApplication.class, arguments);
    }

    @Bean
    WorkflowDefinition<Note> notes() {
        return Notes.DEFINITION;
    }
}
