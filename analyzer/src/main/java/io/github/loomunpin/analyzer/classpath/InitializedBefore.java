// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.classpath;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * What is initialized before a class (JVMS §5.5, step 7): the classes that it extends, and of the
 * interfaces those with a method that has a body and is not static. Nothing is initialized before
 * an interface.
 */
public final class InitializedBefore {

  private final Function<String, Optional<byte[]>> classFiles;
  private final Map<String, Header> headers = new HashMap<>();
  private final Map<String, Set<String>> known = new HashMap<>();

  /**
   * @param classFiles by internal name, as far as they are found
   */
  public InitializedBefore(Function<String, Optional<byte[]>> classFiles) {
    this.classFiles = classFiles;
  }

  /** By internal name, the class itself not included. */
  public Set<String> of(String type) {
    Set<String> found = known.get(type);
    if (found == null) {
      found = new LinkedHashSet<>();
      // A class that extends itself, which only a damaged file does, must end here.
      known.put(type, found);
      Header header = header(type);
      if (!header.isInterface && header.extended != null) {
        found.add(header.extended);
        found.addAll(of(header.extended));
        interfaces(header, found, new LinkedHashSet<>());
      }
    }
    return found;
  }

  private void interfaces(Header header, Set<String> found, Set<String> seen) {
    for (String name : header.implemented) {
      if (seen.add(name)) {
        Header above = header(name);
        if (above.hasDefaultMethod) {
          found.add(name);
        }
        interfaces(above, found, seen);
      }
    }
  }

  private Header header(String type) {
    Header header = headers.get(type);
    if (header == null) {
      header = classFiles.apply(type).map(InitializedBefore::read).orElseGet(Header::new);
      headers.put(type, header);
    }
    return header;
  }

  private static Header read(byte[] classFile) {
    Header header = new Header();
    try {
      new ClassReader(classFile)
          .accept(header, ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      return new Header(); // damaged, or of a release that is not known yet
    }
    return header;
  }

  private static final class Header extends ClassVisitor {

    private boolean isInterface;
    private String extended;
    private List<String> implemented = List.of();
    private boolean hasDefaultMethod;

    Header() {
      super(Opcodes.ASM9);
    }

    @Override
    public void visit(
        int version,
        int access,
        String name,
        String signature,
        String superName,
        String[] interfaces) {
      isInterface = (access & Opcodes.ACC_INTERFACE) != 0;
      extended = superName;
      implemented = List.of(interfaces);
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String descriptor, String signature, String[] exceptions) {
      hasDefaultMethod |= (access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_STATIC)) == 0;
      return null;
    }
  }
}
