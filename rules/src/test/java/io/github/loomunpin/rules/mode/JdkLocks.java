// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.mode;

import io.github.loomunpin.rules.classfile.ClassFacts;
import io.github.loomunpin.rules.classfile.ClassFilePeek;
import io.github.loomunpin.rules.mode.JdkFields.Field;
import io.github.loomunpin.rules.mode.JdkSharedLocks.Verdict;
import io.github.loomunpin.rules.operand.OperandValue;
import io.github.loomunpin.rules.operand.OperandValue.Kind;
import io.github.loomunpin.rules.site.MonitorSite;
import io.github.loomunpin.rules.site.Operand;
import io.github.loomunpin.rules.site.SiteScanner;
import io.github.loomunpin.rules.site.UnreadableClassException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Looks at every monitor instruction, wait and notify of a JDK for objects that rewritten code
 * might lock virtually:
 *
 * <ol>
 *   <li>by the operand's static type, no object of a JDK class that is native anyway, and no object
 *       of a class of which an application's subclass is native anyway, as that of a class whose
 *       blocks lock {@code this} is unless a rule says that they are rewritten;
 *   <li>of the rest, no object that only the JDK can have: made by it, kept in fields that no other
 *       code sees, and not passed on from there;
 *   <li>what remains is named by where it comes from, for a human to judge.
 * </ol>
 */
final class JdkLocks {

  private final JdkImage image;
  private final JdkMonitors monitors;
  private final JdkFields fields;
  private final Map<String, Set<String>> shared = new TreeMap<>();
  private final Set<String> aliased = new TreeSet<>();
  private final Deque<Field> work = new ArrayDeque<>();
  private final Set<Field> seen = new HashSet<>();
  private final Map<Field, Set<String>> lockedBy = new HashMap<>();
  private final Set<String> misjudged = new TreeSet<>();
  private final Set<String> synchronizedCollections = new TreeSet<>();
  private final Map<String, Boolean> alwaysVirtual = new HashMap<>();
  private int sites;

  JdkLocks(JdkImage image) {
    this.image = image;
    this.monitors = new JdkMonitors(image.index(), image);
    this.fields = new JdkFields(image);
    SiteScanner scanner =
        new SiteScanner(
            new ModeRules(new ModeAnswers(image.index(), monitors, name -> false, false)));
    image
        .classes()
        .forEach(
            (name, bytes) -> {
              if (ClassFilePeek.at(bytes).mayHaveSites()) {
                scan(scanner, bytes);
              }
            });
    while (!work.isEmpty()) {
      follow(work.remove());
    }
  }

  /** Monitor instructions, waits and notifies. */
  int sites() {
    return sites;
  }

  /**
   * Where objects come from that others may lock as well, in the words of the rule file, each with
   * the classes that lock them, by internal name.
   */
  Map<String, Set<String>> shared() {
    return shared;
  }

  /** All fields that are locked, shared or not, in the same words. */
  Set<String> lockedFields() {
    return lockedBy.keySet().stream().map(field -> "field " + field).collect(Collectors.toSet());
  }

  /** Fields that are locked and have synchronized collections, whose own code locks them too. */
  Set<String> synchronizedCollections() {
    return synchronizedCollections;
  }

  /** Sites that the agent takes for shared and are not, or the other way round. */
  Set<String> misjudged() {
    return misjudged;
  }

  /** Classes that lock their own objects under another name, as in {@code lock = this}. */
  Set<String> aliased() {
    return aliased;
  }

  private void scan(SiteScanner scanner, byte[] classFile) {
    try {
      for (MonitorSite site : scanner.scan(classFile).sites()) {
        if (site.bci() >= 0) {
          sites++;
          look(site);
        }
      }
    } catch (UnreadableClassException e) {
      throw new IllegalStateException(e);
    }
  }

  private void look(MonitorSite site) {
    Operand operand = site.operand();
    if (operand.kind() == Kind.THIS
            && !JdkSharedLocks.isThisRewritten(site.owner().replace('.', '/'))
        || operand.kind() == Kind.CLASS_LITERAL
        || operand.kind() == Kind.NEW
            && !isHiddenAndVirtual(operand.type())
            && !JdkMonitors.lockedByJdk().contains(operand.type().replace('.', '/'))
        || !mayBeVirtual(operand.type())) {
      return;
    }
    String origin;
    if (operand.kind() == Kind.FIELD || operand.kind() == Kind.STATIC_FIELD) {
      String asNamed = "field " + operand.name();
      if (JdkSharedLocks.judgement(asNamed).equals(Optional.of(Verdict.NATIVE))) {
        share(asNamed, Set.of(site.owner()));
        judge(site, asNamed);
        return;
      }
      Field field = field(operand.name());
      origin = "field " + field;
      lockedBy.computeIfAbsent(field, key -> new TreeSet<>()).add(site.owner());
      work.add(field);
      if (JdkSharedLocks.judgement(origin).equals(Optional.of(Verdict.VIRTUAL))) {
        share(origin, Set.of(site.owner()));
      }
    } else {
      origin =
          JdkSharedLocks.origin(site.owner(), site.method(), operand.kind(), nameOf(operand))
              .replace('/', '.');
      share(origin, Set.of(site.owner()));
    }
    judge(site, origin);
  }

  private static String nameOf(Operand operand) {
    return operand.kind() == Kind.NEW ? operand.type() : operand.name();
  }

  /** Code of the JDK alone makes such objects and locks them under other names. */
  private boolean isHiddenAndVirtual(String javaName) {
    String name = javaName.replace('.', '/');
    return monitors.isVirtual(name) && !fields.isVisible(name);
  }

  /** Whether no object that is locked there can be native. */
  private boolean isAlwaysVirtual(Operand operand) {
    return switch (operand.kind()) {
      case NEW -> isHiddenAndVirtual(operand.type());
      case CALL ->
          alwaysVirtual.computeIfAbsent(
              operand.type(),
              type ->
                  isHiddenAndVirtual(type)
                      && image.subclasses(type.replace('.', '/')).stream()
                          .allMatch(monitors::isVirtual));
      case FIELD, STATIC_FIELD ->
          fields.uses(field(operand.name())).assigned().stream()
              .allMatch(
                  value ->
                      value.kind() == Kind.NEW
                          && value.type().getInternalName().equals("java/lang/Object"));
      default -> false;
    };
  }

  private void share(String origin, Set<String> users) {
    shared.computeIfAbsent(origin, key -> new TreeSet<>()).addAll(users);
  }

  /** The agent finds the class that declares a field without reading which fields classes have. */
  private void judge(MonitorSite site, String origin) {
    Operand operand = site.operand();
    String internal = nameOf(operand).replace('.', '/');
    int last = internal.lastIndexOf('/');
    String name =
        last < 0 || operand.kind() == Kind.NEW
            ? internal
            : internal.substring(0, last) + "." + internal.substring(last + 1);
    Verdict verdict =
        JdkSharedLocks.verdict(image.index(), site.owner(), site.method(), operand.kind(), name);
    boolean rewritten = verdict == Verdict.REWRITE || verdict == Verdict.VIRTUAL;
    String simple = operand.kind() == Kind.PARAMETER ? site.method() : internal.substring(last + 1);
    Verdict judged = JdkSharedLocks.judgement(origin).orElse(Verdict.OWN);
    boolean isJudgedRewritten = judged == Verdict.REWRITE || judged == Verdict.VIRTUAL;
    if (rewritten != isJudgedRewritten
        || rewritten && verdict != judged
        || rewritten
            && operand.kind() != Kind.THIS
            && operand.kind() != Kind.NEW
            && !JdkSharedLocks.isNameOfRewritten(simple)
        || verdict == Verdict.VIRTUAL && !isAlwaysVirtual(operand)) {
      misjudged.add(site.owner() + "." + site.method() + ": " + origin);
    }
  }

  /** Whether rewritten code may lock an object of this static type virtually. */
  private boolean mayBeVirtual(String javaName) {
    String name = javaName.replace('.', '/');
    Optional<ClassFacts> facts = image.index().findInJdk(name);
    // The application has Class objects of its own, which are virtual.
    if (name.equals("java/lang/Class")
        || facts.isEmpty()
        || name.equals("java/lang/Object")
        || monitors.isVirtual(name)) {
      return true;
    }
    if (facts.get().isInterface()) {
      return fields.isVisible(name);
    }
    return !facts.get().isFinal()
        && fields.isVisible(name)
        && monitors.lockingAncestor(name).isEmpty();
  }

  private void follow(Field field) {
    if (!seen.add(field)) {
      return;
    }
    Set<String> users = lockedBy.getOrDefault(field, Set.of());
    JdkFields.Uses uses = fields.uses(field);
    if (fields.isVisible(field) || !uses.returnedBy().isEmpty() || !uses.passedTo().isEmpty()) {
      share("field " + field, users);
    }
    for (OperandValue value : uses.assigned()) {
      switch (value.kind()) {
        case NULL, CLASS_LITERAL -> {}
        case NEW -> {
          if (JdkMonitors.lockedByJdk().contains(value.type().getInternalName())) {
            share("field " + field, users);
          }
        }
        case THIS -> aliased.add(value.type().getInternalName());
        case FIELD, STATIC_FIELD -> work.add(field(value.name().replace('/', '.')));
        case CALL -> {
          // All wrappers are classes of the JDK, and native but for the synchronized ones.
          if (value.name().startsWith("java/util/Collections.synchronized")) {
            synchronizedCollections.add("field " + field);
            share("field " + field, users);
          } else if (!value.name().startsWith("java/util/Collections.")) {
            share("field " + field, users);
          }
        }
        default -> share("field " + field, users);
      }
    }
  }

  private Field field(String javaName) {
    int dot = javaName.lastIndexOf('.');
    return fields.resolve(
        javaName.substring(0, dot).replace('.', '/'), javaName.substring(dot + 1));
  }
}
