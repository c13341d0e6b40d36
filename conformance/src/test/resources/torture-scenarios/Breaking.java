// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Put into the agent's jar, it spoils what the agent makes of a class. */
public final class Breaking {
  private Breaking() {}

  public static Optional<byte[]> broken(Optional<byte[]> classFile) {
    if (classFile.isEmpty()) {
      return classFile;
    }
    String text = new String(classFile.get(), StandardCharsets.ISO_8859_1);
    return text.contains("RefusedApp$Broken") && !text.contains("OUT: ")
        ? Optional.of(broken(classFile.get()))
        : classFile;
  }

  /** Makes methods take a thread where the caller has an object. */
  public static byte[] broken(byte[] classFile) {
    return new String(classFile, StandardCharsets.ISO_8859_1)
        .replace("(Ljava/lang/Object;)V", "(Ljava/lang/Thread;)V")
        .getBytes(StandardCharsets.ISO_8859_1);
  }
}
