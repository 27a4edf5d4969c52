// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.architecture;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Circles of types: sets of top-level types in which each one depends on each other one, directly or by way of others. A
 * reader cannot understand one type of a circle without all the others, so a large circle cannot be entered anywhere.
 *
 * <p>The circles are the strongly connected components of the graph of dependencies, found by Tarjan's algorithm. Nested
 * types count as a part of the type that encloses them.
 */
final class TypeCircles {

    private final Map<String, Set<String>> arrows = new TreeMap<>();
    private final Map<String, Integer> number = new HashMap<>();
    private final Map<String, Integer> lowest = new HashMap<>();
    private final Deque<String> open = new ArrayDeque<>();
    private final List<Set<String>> found = new ArrayList<>();

    private TypeCircles() {}

    /**
     * Finds the circles among some types.
     *
     * @param classes where to look
     * @param part which of them count
     * @return the circles of two and more types, the largest first
     */
    static List<Set<String>> in(JavaClasses classes, DescribedPredicate<? super JavaClass> part) {
        TypeCircles circles = new TypeCircles();
        JavaClasses members = classes.that(part);
        members.forEach(type -> circles.arrows.put(topLevel(type), new TreeSet<>()));
        members.forEach(circles::draw);
        circles.arrows.keySet().forEach(circles::visitOnce);
        return circles.found.stream()
                .filter(circle -> circle.size() > 1)
                .sorted(Comparator.comparing((Set<String> circle) -> -circle.size()))
                .toList();
    }

    private void draw(JavaClass type) {
        String from = topLevel(type);
        for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
            String to = topLevel(dependency.getTargetClass().getBaseComponentType());
            if (!to.equals(from) && arrows.containsKey(to)) {
                arrows.get(from).add(to);
            }
        }
    }

    static String topLevel(JavaClass type) {
        JavaClass outermost = type;
        while (outermost.getEnclosingClass().isPresent()) {
            outermost = outermost.getEnclosingClass().get();
        }
        return outermost.getName();
    }

    private void visitOnce(String type) {
        if (!number.containsKey(type)) {
            visit(type);
        }
    }

    private void visit(String type) {
        int mine = number.size();
        number.put(type, mine);
        lowest.put(type, mine);
        open.push(type);
        for (String next : arrows.get(type)) {
            visitOnce(next);
            if (open.contains(next)) {
                lowest.merge(type, lowest.get(next), Math::min);
            }
        }
        if (lowest.get(type) == mine) {
            close(type);
        }
    }

    private void close(String root) {
        Set<String> circle = new TreeSet<>();
        String last;
        do {
            last = open.pop();
            circle.add(last);
        } while (!last.equals(root));
        found.add(circle);
    }
}
