// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.sight;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.rules.mode.Decision;
import io.github.loomunpin.rules.operand.OperandValue;
import io.github.loomunpin.rules.sight.CarrierKeeper.Kind;
import io.github.loomunpin.rules.sight.ClassImage.Sameness;
import io.github.loomunpin.rules.site.ClassSites;
import io.github.loomunpin.rules.site.MonitorSite;
import io.github.loomunpin.rules.site.Operand;
import io.github.loomunpin.rules.site.SiteKind;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

class CarrierKeeperTest {

  private static final Seen PARK = jdk("jdk/internal/misc/Unsafe", "park").asNative();
  private static final Seen FIRST = jdk("jdk/internal/vm/Continuation", "enterSpecial").asNative();

  private final Sight sight = new Sight(new NoClasses(), false);

  @Test
  void what_blocks_and_what_every_virtual_thread_begins_with_is_no_native_frame() {
    assertThat(kept(PARK, app("a/A", "run"), FIRST).others()).isEmpty();
  }

  @Test
  void the_innermost_comes_first() {
    KeptCarrier kept =
        kept(
            PARK,
            app("a/A", "back"),
            app("a/A", "call").asNative(),
            app("a/A", "<clinit>"),
            app("a/B", "run"));

    assertThat(kept.others())
        .extracting(keeper -> keeper.kind() + " " + keeper.depth())
        .containsExactly("NATIVE_FRAME 2", "CLASS_INITIALIZER 3");
  }

  @Test
  void a_loader_that_no_loader_called_was_called_by_the_jvm() {
    assertThat(kinds(PARK, app("a/Plugins", "loadClass"), app("a/Shop", "sell")))
        .containsExactly(Kind.CLASS_LOADING);
    assertThat(kinds(PARK, app("a/Plugins", "loadClass"), app("a/Plugins", "reload"))).isEmpty();
    assertThat(kinds(PARK, app("a/Plugins", "loadClass"), jdk("java/lang/Class", "find")))
        .isEmpty();
  }

  @Test
  void the_jvm_links_calls_and_has_agents_transform_classes() {
    assertThat(
            kinds(
                PARK,
                jdk("java/lang/invoke/MethodHandleNatives", "linkCallSite"),
                app("a/Shop", "sell")))
        .containsExactly(Kind.CALL_LINKING);
    assertThat(
            kinds(
                PARK,
                jdk("sun/instrument/InstrumentationImpl", "transform"),
                app("a/Shop", "sell")))
        .containsExactly(Kind.CLASS_TRANSFORMATION);
  }

  @Test
  void a_foreign_function_is_guessed_where_nothing_else_explains_the_pin() {
    Seen handle = jdk("java/lang/invoke/MethodHandle", "invokeWithArguments");

    assertThat(kinds(PARK, app("a/A", "compare"), handle, app("a/A", "sort")))
        .containsExactly(Kind.FOREIGN_FUNCTION);
    assertThat(kinds(PARK, app("a/A", "compare"), handle, app("a/A", "<clinit>")))
        .containsExactly(Kind.CLASS_INITIALIZER);
  }

  @Test
  void a_foreign_function_is_known_by_its_stub_where_frames_are_not_hidden() {
    Seen stub = jdk("jdk/internal/foreign/abi/UpcallStub+0x1.2", "invoke");

    assertThat(kept(PARK, app("a/A", "compare"), stub, app("a/A", "sort")).others())
        .containsExactly(new CarrierKeeper(Kind.FOREIGN_FUNCTION, 2, Surety.SAID, ""));
  }

  @ParameterizedTest
  @CsvSource({"(Ljava/lang/foreign/MemorySegment;)V, LINE", "(I)V, POSSIBLE"})
  void the_code_tells_of_a_call_through_a_method_handle_that_left_no_frame(
      String descriptor, Surety surety) {
    Sight seesCode = new Sight(new Calling(descriptor), false);
    List<Seen> frames = List.of(PARK, app("a/A", "compare"), app("a/Calls", "sort"));

    assertThat(
            seesCode
                .kept(new BlockedThread(PinKind.PARKED, ClassWait.NO, frames, false, ""), true)
                .others())
        .containsExactly(new CarrierKeeper(Kind.FOREIGN_FUNCTION, 2, surety, ""));
    assertThat(seesCode.keepers(frames)).hasSize(surety == Surety.LINE ? 1 : 0);
    assertThat(seesCode.keepers(List.of(PARK, shown(), app("a/Calls", "sort")))).isEmpty();
  }

  /** A method handle where frames are not hidden. */
  private static Seen shown() {
    return jdk("java/lang/invoke/LambdaForm$MH+0x1.2", "invokeExact_MT");
  }

  /** Knows one class, whose method calls a method handle and nothing else. */
  private record Calling(String descriptor) implements ClassImages {

    @Override
    public Optional<ClassImage> find(StackFrame frame) {
      return frame.className().equals("a/Calls")
          ? Optional.of(
              ClassImage.of(
                  new ClassSites("a/Calls", "", List.of()),
                  file(),
                  Sameness.PERHAPS,
                  new NoClasses()))
          : Optional.empty();
    }

    private byte[] file() {
      ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
      writer.visit(Opcodes.V21, 0, "a/Calls", null, "java/lang/Object", null);
      MethodVisitor code = writer.visitMethod(Opcodes.ACC_STATIC, "sort", "()V", null, null);
      code.visitCode();
      code.visitInsn(Opcodes.ACONST_NULL);
      code.visitInsn(descriptor.equals("(I)V") ? Opcodes.ICONST_0 : Opcodes.ACONST_NULL);
      code.visitMethodInsn(
          Opcodes.INVOKEVIRTUAL, "java/lang/invoke/MethodHandle", "invokeExact", descriptor, false);
      code.visitInsn(Opcodes.RETURN);
      code.visitMaxs(0, 0);
      code.visitEnd();
      return writer.toByteArray();
    }

    @Override
    public Optional<byte[]> classFile(StackFrame frame) {
      return Optional.empty();
    }

    @Override
    public Optional<byte[]> classFile(String type) {
      return Optional.empty();
    }

    @Override
    public boolean isMissing(StackFrame frame) {
      return false;
    }
  }

  @Test
  void native_code_that_waits_by_itself_keeps_a_carrier() {
    assertThat(kinds(app("a/Db", "step").asNative(), app("a/A", "run")))
        .containsExactly(Kind.NATIVE_CALL);
    assertThat(
            kinds(
                jdk("java/net/Inet6AddressImpl", "lookupAllHostAddr").asNative(), app("a/A", "f")))
        .containsExactly(Kind.NATIVE_CALL);
    assertThat(kinds(jdk("sun/nio/ch/Net", "poll").asNative(), app("a/A", "run"))).isEmpty();
    assertThat(kinds(jdk("java/util/zip/CRC32", "update").asNative(), app("a/A", "run"))).isEmpty();
  }

  @Test
  void a_stack_without_frames_tells_nothing() {
    for (ClassWait ofClass : ClassWait.values()) {
      BlockedThread thread = new BlockedThread(PinKind.BLOCKED, ofClass, List.of(), true, "");

      assertThat(sight.kept(thread, true))
          .isEqualTo(new KeptCarrier(List.of(), List.of(), ofClass));
    }
  }

  @Test
  void who_waits_for_a_class_is_kept_by_that() {
    BlockedThread thread =
        new BlockedThread(PinKind.BLOCKED, ClassWait.YES, List.of(app("a/A", "run")), false, "");

    assertThat(sight.kept(thread, true).other()).map(CarrierKeeper::kind).contains(Kind.CLASS_WAIT);
  }

  @Test
  void what_the_agent_decides_by_the_object_is_a_lock_where_the_pin_is_explained() {
    Sight converting = new Sight(new NoClasses(), true);

    assertThat(converting.isLock(site(Decision.VIRTUAL), false)).isTrue();
    assertThat(converting.isLock(site(Decision.atRunTime("any")), false)).isFalse();
    assertThat(converting.isLock(site(Decision.atRunTime("any")), true)).isTrue();
    assertThat(converting.isLock(site(Decision.nativeBecause("so")), true)).isFalse();
    assertThat(sight.isLock(site(Decision.VIRTUAL), true)).isFalse();
  }

  private static MonitorSite site(Decision decision) {
    return new MonitorSite(
        "a/A",
        "run",
        "()V",
        SiteKind.SYNC_METHOD,
        -1,
        7,
        new Operand(OperandValue.Kind.THIS, "a/A", "this"),
        List.of(),
        decision);
  }

  private static Seen app(String type, String method) {
    return new Seen(type, method, "", -1, -1, false, false);
  }

  private static Seen jdk(String type, String method) {
    return new Seen(type, method, "", -1, -1, false, true);
  }

  private KeptCarrier kept(Seen... frames) {
    return sight.kept(
        new BlockedThread(PinKind.PARKED, ClassWait.NO, List.of(frames), false, ""), true);
  }

  private List<Kind> kinds(Seen... frames) {
    return kept(frames).others().stream().map(CarrierKeeper::kind).toList();
  }
}
