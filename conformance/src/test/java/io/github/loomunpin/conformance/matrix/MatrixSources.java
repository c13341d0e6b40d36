// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.matrix;

import io.github.loomunpin.conformance.harness.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Writes the generated classes of the matrix from its tables and templates. */
final class MatrixSources {
  private static final Path RESOURCES = Settings.module().resolve("src/test/resources/matrix");
  private static final Pattern WAY = Pattern.compile("static void way_(\\w+)\\(");
  private static final Pattern ASK = Pattern.compile("static boolean ask_(\\w+)\\(");

  private final Path directory;
  private final List<Path> sources = new ArrayList<>();
  private final List<String> types = new ArrayList<>();
  private final List<String> kinds = new ArrayList<>();

  private MatrixSources(Path directory) {
    this.directory = directory;
  }

  /** Writes all into the directory. */
  static List<Path> write(Path directory) throws IOException {
    return new MatrixSources(directory).write();
  }

  private List<Path> write() throws IOException {
    for (MatrixEntry kind : MatrixEntry.read(RESOURCES.resolve("kinds.txt"))) {
      kind(kind.name(), kind.make(), kind.types(), "", kind.ways());
    }
    for (MatrixEntry subject : MatrixEntry.read(RESOURCES.resolve("subjects.txt"))) {
      subject(subject);
    }
    for (int i = 0; i < types.size(); i++) {
      type("ForType" + i, types.get(i));
    }
    String all = kinds.stream().map(kind -> "new " + kind + "()").collect(Collectors.joining(", "));
    add(
        "ForKinds",
        "package io.github.loomunpin.conformance.matrix;\n"
            + "public final class ForKinds\n"
            + "    implements java.util.function.Supplier<java.util.List<ObjectKind>> {\n"
            + "  @Override public java.util.List<ObjectKind> get() {\n"
            + "    return java.util.List.of(new ObjectKind[] {"
            + all
            + "});\n  }\n}\n");
    return sources;
  }

  private void subject(MatrixEntry subject) throws IOException {
    String name = subject.name();
    String code =
        template("Subject")
            .replace("EXTENDS", subject.extending())
            .replace("MEMBERS", subject.members())
            .replace("SUBJECT", name);
    add(name, dispatched(code));
    String ownWays = ", new " + name + ".OwnWays()";
    Set<String> known = new LinkedHashSet<>(List.of(name));
    known.addAll(subject.types());
    known.add("Own");
    kind(name, "new " + name + "()", List.copyOf(known), ownWays, subject.ways());
    List<String> ofSub = new ArrayList<>(List.of(name + ".Sub"));
    ofSub.addAll(known);
    kind(name + ".Sub", "new " + name + ".Sub()", ofSub, ownWays, subject.ways());
  }

  private void kind(String name, String make, List<String> known, String more, String ways)
      throws IOException {
    String self = "ForKind" + kinds.size();
    kinds.add(self);
    List<String> all = new ArrayList<>(List.of("Object"));
    all.addAll(known);
    String instances =
        all.stream().map(type -> typeClass(type) + ".INSTANCE").collect(Collectors.joining(", "));
    String exact = known.isEmpty() ? "Object" : known.get(0);
    String code =
        template("KindWays")
            .replace("SELF", self)
            .replace("KINDNAME", name)
            .replace("MAKE", make)
            .replace("TYPES", instances + more)
            .replace("OTHERS", ways)
            .replace("EXACT", exact);
    add(self, dispatched(code));
  }

  private String typeClass(String type) {
    String reifiable = type.replaceAll("\\bObject(?=[,>])", "?");
    if (!types.contains(reifiable)) {
      types.add(reifiable);
    }
    return "ForType" + types.indexOf(reifiable);
  }

  private void type(String self, String type) throws IOException {
    String code =
        template("TypedWays")
            .replace("TYPED_ENTERS", template("TypedEnters"))
            .replace("TYPED_ASKS", template("TypedAsks"))
            .replace("SELF", self)
            .replace("BOUND", type.endsWith("[]") ? "Object" : type)
            .replace("RAW", type.replaceAll("<.*>", ""))
            .replace("TYPE", type);
    add(self, dispatched(code));
  }

  private static String template(String name) throws IOException {
    return Files.readString(RESOURCES.resolve(name + ".java.txt"));
  }

  /** Adds the methods that find the ways and asks by number. */
  private static String dispatched(String code) {
    List<String> ways = names(WAY, code);
    List<String> asks = names(ASK, code);
    StringBuilder text = new StringBuilder();
    text.append("  @Override public List<String> enters() { return ENTERS; }\n");
    text.append("  @Override public List<String> asks() { return ASKS; }\n");
    text.append("  private static final List<String> ENTERS = " + listOf(ways) + ";\n");
    text.append("  private static final List<String> ASKS = " + listOf(asks) + ";\n");
    text.append(
        "  @Override public void enter(int way, Object o, CriticalSection body) throws Throwable"
            + " {\n");
    text.append("    switch (way) {\n");
    for (int i = 0; i < ways.size(); i++) {
      text.append("      case " + i + " -> way_" + ways.get(i) + "(o, body);\n");
    }
    text.append("      default -> throw new IllegalArgumentException();\n    }\n  }\n");
    text.append("  @Override public boolean ask(int way, Object o) throws Throwable {\n");
    text.append("    return switch (way) {\n");
    for (int i = 0; i < asks.size(); i++) {
      text.append("      case " + i + " -> ask_" + asks.get(i) + "(o);\n");
    }
    text.append("      default -> throw new IllegalArgumentException();\n    };\n  }\n");
    return code.replace("DISPATCH", text.toString());
  }

  private static String listOf(List<String> names) {
    return names.stream().collect(Collectors.joining("\", \"", "List.of(\"", "\")"));
  }

  private static List<String> names(Pattern pattern, String code) {
    return pattern.matcher(code).results().map(found -> found.group(1)).toList();
  }

  private void add(String name, String code) throws IOException {
    Path file = directory.resolve(name + ".java");
    Files.writeString(file, code);
    sources.add(file);
  }
}
