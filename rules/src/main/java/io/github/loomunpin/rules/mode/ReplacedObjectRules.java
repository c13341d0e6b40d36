// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.mode;

/**
 * How the application's code locks once the agent has replaced the plain objects that classes which
 * are kept native make: by their class these are native. A plain object that is left there was not
 * replaced, and is virtual as any other.
 */
public final class ReplacedObjectRules extends ModeRules {

  /** Internal name of the class of the objects that the agent has put in their place. */
  private static final String KEPT_NATIVE = "java/lang/$UnpinKeptNative";

  public ReplacedObjectRules(ModeQuestions classes) {
    super(classes);
  }

  @Override
  boolean keepsPlainObjects(String owner) {
    return false;
  }

  @Override
  public Decision ofExactClass(String internalName) {
    return internalName.equals(KEPT_NATIVE)
        ? Decision.nativeBecause("code of a class that is kept native makes the plain object")
        : super.ofExactClass(internalName);
  }
}
