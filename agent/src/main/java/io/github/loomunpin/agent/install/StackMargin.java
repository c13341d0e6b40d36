// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.install;

import io.github.loomunpin.rules.classfile.Bytecode;

/**
 * Widens methods of the runtime so that the JVM checks that much more stack when they begin. A
 * {@link StackOverflowError} between enter and exit, or within them, must not leave an object
 * locked for ever.
 *
 * <p>Compiled code checks on entry that there is stack for the interpreter frames of everything
 * inlined into it, in case it is deoptimized. A frame of more than a page makes it look that much
 * further, which touches memory once for each page and needs no probing calls.
 *
 * <ul>
 *   <li>{@code margin}, which {@code enter} calls first, claims an operand stack of more than a
 *       page. After it there is stack left for {@code exit}, whichever of them is compiled. The
 *       interpreter does not set operand stacks aside, but in it both need the same anyway.
 *   <li>{@code room}, {@code offer} and {@code rewrite} claim local variables, which the
 *       interpreter does set aside.
 * </ul>
 */
final class StackMargin {

  /** More than a page of words: HotSpot ignores smaller frames when it checks. */
  private static final int MARGIN_WORDS = 600;

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
        case "margin" -> widen(wide, code.maxStack(), MARGIN_WORDS);
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
