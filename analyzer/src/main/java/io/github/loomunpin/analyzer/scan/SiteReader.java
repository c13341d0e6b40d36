// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.scan;

import io.github.loomunpin.analyzer.result.Library;
import io.github.loomunpin.rules.classfile.ClassFilePeek;
import io.github.loomunpin.rules.classfile.ClassIndex;
import io.github.loomunpin.rules.classfile.ClassSource;
import io.github.loomunpin.rules.mode.AddedCodeRules;
import io.github.loomunpin.rules.mode.JdkCodeRules;
import io.github.loomunpin.rules.mode.JdkMonitors;
import io.github.loomunpin.rules.mode.KeptNative;
import io.github.loomunpin.rules.mode.ModeAnswers;
import io.github.loomunpin.rules.mode.ModeQuestions;
import io.github.loomunpin.rules.mode.ModeRules;
import io.github.loomunpin.rules.operand.OperandValue;
import io.github.loomunpin.rules.site.ClassSites;
import io.github.loomunpin.rules.site.MonitorSite;
import io.github.loomunpin.rules.site.Operand;
import io.github.loomunpin.rules.site.SiteScanner;
import io.github.loomunpin.rules.site.UnreadableClassException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** Class files to sites with the agent's own decisions. Safe for any thread. */
public final class SiteReader {

  private static final int NEWEST_MAJOR = Opcodes.V27 & 0xFFFF;

  private final SiteScanner scanner;
  private final SiteScanner jdkScanner;
  private final Accessors accessors;
  private final ModeQuestions jdkAnswers;

  /**
   * @param jdk class files of the JDK the application runs on
   * @param application class files of the application
   */
  public SiteReader(ClassSource jdk, ClassSource application) {
    this(jdk, application, KeptNative.NONE);
  }

  /**
   * @param jdk class files of the JDK the application runs on
   * @param application class files of the application
   * @param kept what the agent was told to leave native
   */
  public SiteReader(ClassSource jdk, ClassSource application, KeptNative kept) {
    ClassIndex index = new ClassIndex(jdk, application);
    JdkMonitors monitors = new JdkMonitors(index, jdk, kept.jdk());
    scanner =
        new SiteScanner(
            new ModeRules(new ModeAnswers(index, monitors, kept, kept.mayNameSubclasses())));
    accessors = new Accessors(application);
    ClassIndex jdkIndex = new ClassIndex(jdk, ClassSource.NONE);
    JdkMonitors jdkMonitors = new JdkMonitors(jdkIndex, jdk, kept.jdk());
    jdkAnswers = ModeAnswers.ofJdk(jdkIndex, jdkMonitors);
    jdkScanner = new SiteScanner(JdkCodeRules.telling(jdkAnswers, jdkMonitors));
  }

  /**
   * Whether a class file may have sites; a cheap look before {@link #read}. Yes as well to what
   * only {@code read} can judge: damage, and versions it does not know.
   */
  public static boolean mayHaveSites(byte[] classFile) {
    return ClassFilePeek.at(classFile).mayHaveSites() || majorVersion(classFile) > NEWEST_MAJOR;
  }

  /** For class files that are long enough to be one (JVMS §4.1). */
  private static int majorVersion(byte[] classFile) {
    return (classFile[6] & 0xFF) << 8 | classFile[7] & 0xFF;
  }

  /** The sites of a class file of a library. */
  public ClassSites read(byte[] classFile, Library library) throws UnreadableClassException {
    return library.jdk()
        ? jdkScanner.scan(classFile)
        : scanner.scan(classFile).map(accessors::seenThrough);
  }

  /** The sites of a class that an option or an agent added to a loader of the JDK. */
  public ClassSites readAdded(byte[] classFile, String internalName)
      throws UnreadableClassException {
    return new SiteScanner(new AddedCodeRules(jdkAnswers, internalName)).scan(classFile);
  }

  /**
   * Names the field that a compiler's accessor reads. Up to Java 10, and in Kotlin still, a class
   * reaches what is private in another class of its source by a method such as {@code access$000}.
   * Safe for any thread.
   */
  private static final class Accessors {

    private static final String PREFIX = "access$";
    private static final int SYNTHETIC = Opcodes.ACC_STATIC | Opcodes.ACC_SYNTHETIC;

    private final ClassSource application;

    /** The fields that accessors do nothing but read: by class, then by accessor. */
    private final Map<String, Map<String, FieldInsnNode>> found = new ConcurrentHashMap<>();

    Accessors(ClassSource application) {
      this.application = application;
    }

    /** The site as it would be if its class could read the field itself. */
    MonitorSite seenThrough(MonitorSite site) {
      Operand operand = site.operand();
      int dot = operand.name().lastIndexOf('.');
      if (operand.kind() != OperandValue.Kind.CALL
          || dot < 0
          || !operand.name().startsWith(PREFIX, dot + 1)) {
        return site;
      }
      FieldInsnNode read =
          found
              .computeIfAbsent(operand.name().substring(0, dot), this::find)
              .get(operand.name().substring(dot + 1));
      return read == null ? site : site.locking(field(operand, read));
    }

    private static Operand field(Operand operand, FieldInsnNode read) {
      OperandValue.Kind kind =
          read.getOpcode() == Opcodes.GETFIELD
              ? OperandValue.Kind.FIELD
              : OperandValue.Kind.STATIC_FIELD;
      return new Operand(kind, operand.type(), read.owner.replace('/', '.') + "." + read.name);
    }

    private Map<String, FieldInsnNode> find(String type) {
      Map<String, FieldInsnNode> reads = new HashMap<>();
      try {
        Optional<byte[]> classFile = application.bytes(type.replace('.', '/'));
        if (classFile.isPresent()) {
          ClassNode node = new ClassNode();
          new ClassReader(classFile.get())
              .accept(node, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
          for (MethodNode method : node.methods) {
            read(method).ifPresent(field -> reads.put(method.name, field));
          }
        }
      } catch (RuntimeException e) {
        // Whoever reads that class for its own sites says that it is damaged.
        return Map.of();
      }
      return reads;
    }

    /** What a method reads that only returns a field. */
    private static Optional<FieldInsnNode> read(MethodNode method) {
      if ((method.access & SYNTHETIC) != SYNTHETIC || !method.name.startsWith(PREFIX)) {
        return Optional.empty();
      }
      AbstractInsnNode insn = method.instructions.getFirst();
      if (insn != null && insn.getOpcode() == Opcodes.ALOAD) {
        insn = insn.getNext();
      }
      return insn instanceof FieldInsnNode field
              && field.getOpcode() != Opcodes.PUTFIELD
              && field.getOpcode() != Opcodes.PUTSTATIC
              && field.getNext() != null
              && field.getNext().getOpcode() == Opcodes.ARETURN
          ? Optional.of(field)
          : Optional.empty();
    }
  }
}
