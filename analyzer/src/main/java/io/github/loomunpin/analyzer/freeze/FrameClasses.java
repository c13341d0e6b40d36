// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freeze;

import io.github.loomunpin.analyzer.freeze.MethodCode.Step;
import io.github.loomunpin.analyzer.pin.Frame;
import io.github.loomunpin.analyzer.stack.StackClasses;
import io.github.loomunpin.rules.operand.OperandAnalyzer;
import io.github.loomunpin.rules.operand.OperandValue;
import io.github.loomunpin.rules.sight.ClassImage;
import io.github.loomunpin.rules.sight.Position;
import io.github.loomunpin.rules.site.BciClass;
import io.github.loomunpin.rules.site.MonitorSite;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.AnalyzerException;

/** The classes of frames with the instructions of their methods, each read once. */
final class FrameClasses {

  /** A class with its code. */
  record Found(ClassImage image, Map<String, List<MethodCode>> methods, Receivers receivers) {

    String name() {
      return image.sites().name();
    }

    List<MonitorSite> sitesOf(MethodCode method) {
      return image.sitesOf(method.name(), method.descriptor());
    }

    List<MethodCode> named(String method) {
      return methods.getOrDefault(method, List.of());
    }

    boolean has(String method, String descriptor) {
      return named(method).stream().anyMatch(code -> code.descriptor().equals(descriptor));
    }
  }

  /** Instructions a frame may be at, in one method. */
  record Candidates(MethodCode method, List<Step> steps) {}

  private final StackClasses classes;
  private final Map<ClassImage, Optional<Found>> known = new IdentityHashMap<>();

  FrameClasses(StackClasses classes) {
    this.classes = classes;
  }

  StackClasses images() {
    return classes;
  }

  /** Empty if the class was not found. */
  Optional<Found> find(Frame frame) {
    return classes.find(frame).flatMap(image -> withCode(image, () -> classes.classFile(frame)));
  }

  /** A class of the application by its internal name, whether it is on a stack or not. */
  Optional<Found> findApplication(String name) {
    return classes
        .ofApplication(name)
        .flatMap(image -> withCode(image, () -> classes.classFile(name)));
  }

  private Optional<Found> withCode(ClassImage image, Supplier<Optional<byte[]>> classFile) {
    return known.computeIfAbsent(
        image,
        i ->
            classFile.get().map(bytes -> new Found(i, MethodCode.of(bytes), new Receivers(bytes))));
  }

  /** The instructions at which a frame may stand, whatever it called. */
  List<Candidates> steps(Frame frame, Found found) {
    return candidates(found.image().position(List.of(frame), 0), found);
  }

  /** The instructions at which it may have called the next inner frame. */
  List<Candidates> stepsCalling(Frame frame, Frame called, Found found) {
    return candidates(found.image().position(List.of(called, frame), 1), found);
  }

  private static List<Candidates> candidates(Position position, Found found) {
    return position.places().stream()
        .flatMap(
            place ->
                found.named(place.method()).stream()
                    .filter(method -> method.descriptor().equals(place.descriptor()))
                    .map(
                        method ->
                            new Candidates(
                                method,
                                method.steps().stream()
                                    .filter(step -> place.has(step.bci()))
                                    .toList())))
        .toList();
  }

  /** What is initialized before a class, by internal name, and the class itself. */
  Set<String> initializedWith(String type) {
    return classes.initializedWith(type);
  }

  /** What is initialized before a class, by internal name. */
  Set<String> initializedBefore(String type) {
    Set<String> types = new LinkedHashSet<>(classes.initializedWith(type));
    types.remove(type);
    return types;
  }

  /** Whether code of the class of a frame enters monitors, as it is on the class path. */
  boolean entersMonitors(Frame frame) {
    return classes.find(frame).filter(ClassImage::entersMonitors).isPresent();
  }

  /** Classes on stacks that are not on the class path, by internal name. */
  Set<String> missing() {
    return classes.missing();
  }

  /** The receivers of the calls in one class, as far as code names them; read when asked for. */
  static final class Receivers {

    private final byte[] classFile;
    private Optional<BciClass> type = Optional.empty();

    /** For each method, by name and descriptor, and each call, by its index, the object's name. */
    private final Map<String, Map<Integer, String>> known = new HashMap<>();

    Receivers(byte[] classFile) {
      this.classFile = classFile;
    }

    /** The field that has the object, or the class of which it is {@code this}; else empty. */
    String of(MethodCode method, Step call) {
      return known
          .computeIfAbsent(method.name() + method.descriptor(), m -> names(method))
          .getOrDefault(call.bci(), "");
    }

    private Map<Integer, String> names(MethodCode method) {
      Map<Integer, String> names = new HashMap<>();
      try {
        BciClass read = type.orElseGet(() -> BciClass.read(classFile));
        type = Optional.of(read);
        for (MethodNode candidate : read.methods) {
          if (candidate.name.equals(method.name()) && candidate.desc.equals(method.descriptor())) {
            addNames(read, candidate, names);
          }
        }
      } catch (AnalyzerException | RuntimeException e) {
        // Code that cannot be followed names nothing.
        names.clear();
      }
      return names;
    }

    private static void addNames(BciClass type, MethodNode method, Map<Integer, String> names)
        throws AnalyzerException {
      var frames = OperandAnalyzer.frames(type.name, method);
      for (int i = 0; i < frames.length; i++) {
        if (frames[i] != null
            && method.instructions.get(i) instanceof MethodInsnNode call
            && call.getOpcode() != Opcodes.INVOKESTATIC) {
          OperandValue receiver =
              OperandAnalyzer.stackTop(frames[i], Type.getArgumentCount(call.desc));
          String name = name(receiver, type.name);
          if (!name.isEmpty()) {
            names.put(type.bci(call), name);
          }
        }
      }
    }

    /** What a lambda or an inner class has captured is named otherwise where it comes from. */
    private static String name(OperandValue receiver, String type) {
      return switch (receiver.kind()) {
        case FIELD, STATIC_FIELD -> receiver.name().contains(".val$") ? "" : receiver.name();
        case THIS -> type;
        default -> "";
      };
    }
  }
}
