// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freeze;

import io.github.loomunpin.analyzer.freeze.MethodCode.Step;
import io.github.loomunpin.analyzer.pin.Frame;
import io.github.loomunpin.analyzer.stack.StackClasses;
import io.github.loomunpin.rules.sight.ClassImage;
import io.github.loomunpin.rules.sight.Position;
import io.github.loomunpin.rules.site.MonitorSite;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

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
}
