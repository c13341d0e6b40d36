// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.install;

import io.github.loomunpin.rules.classfile.Bytecode;

/**
 * Widens methods of the runtime so that the JVM checks that much more stack when they begin. A
 * {@link StackOverflowError} between enter and exit, or within them, must not leave an object
 * locked for ever.
 *
 * <p>Compiled code checks when it begins that there is stack for the interpreter's frames of
 * everything inlined into it, in case it is deoptimized; of whole pages only, so that up to a page
 * of that may be missing then.
 *
 * <ul>
 *   <li>{@code margin} is inlined with {@code enter} and claims more than a page of local
 *       variables. So there is stack left for {@code exit} when the method that has entered is
 *       deoptimized before it leaves, however much is inlined into it. (An operand stack would do
 *       as well, but C1 sets aside those of what it inlines, and recursive programs would run out
 *       of stack.)
 *   <li>{@code room}, {@code offer} and {@code rewrite} claim local variables and are not inlined.
 * </ul>
 *
 * <p>What is called when {@code enter} and {@code exit} do not suffice, and what waits and
 * notifies, is not inlined into programs either: what it probes must not be taken by frames of
 * theirs.
 */
final class StackMargin {

  /** The page that may be missing, and several times the frame of {@code exit}. */
  private static final int MARGIN_WORDS = 768;

  /** Three pages, several times what parking a virtual thread takes in the interpreter. */
  private static final int ROOM_WORDS = 1536;

  private StackMargin() {}

  /** What the JVM and its library for agents take before the agent can help itself, twice over. */
  private static final int OFFER_WORDS = 16 * 1024;

  /** Several times what a large class takes, with loading the rewriter's own classes. */
  private static final int REWRITE_WORDS = 24 * 1024;

  /** The class file with these methods widened, if it has them. */
  static byte[] add(byte[] classFile) {
    byte[] wide = classFile.clone();
    for (ClassFileMap.Code code : new ClassFileMap(classFile).codes()) {
      switch (code.method()) {
        case "margin" -> widen(wide, code.maxLocals(), MARGIN_WORDS);
        case "room" -> widen(wide, code.maxLocals(), ROOM_WORDS);
        case "offer" -> widen(wide, code.maxLocals(), OFFER_WORDS);
        case "rewrite" -> widen(wide, code.maxLocals(), REWRITE_WORDS);
        default -> {
          // The others take what they need.
        }
      }
    }
    return wide;
  }

  private static void widen(byte[] classFile, int at, int words) {
    int wide = Bytecode.u2(classFile, at) + words;
    classFile[at] = (byte) (wide >> 8);
    classFile[at + 1] = (byte) wide;
  }
}
