// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.member;

/**
 * A member of the JDK and one thing that it does with a lock.
 *
 * @param owner internal name of the class that declares it, or through which it must be named
 * @param effect a member with several effects has a row for each
 * @param above how many values lie on the operand stack above the object it is about, when that is
 *     an operand
 */
public record JdkLockMember(
    Form form,
    Reach reach,
    String owner,
    String name,
    String descriptor,
    Effect effect,
    int above) {

  /** What kind of member it is. */
  public enum Form {
    METHOD,
    STATIC_METHOD
  }

  /** Which owners bytecode may give it (JVMS §5.4.3: look-up begins at the owner and goes up). */
  public enum Reach {
    /** Only the class itself, which is final. */
    OWNER,
    /** The class and those that inherit the member. */
    HEIRS,
    /** Any class or interface: name and descriptor decide. */
    ANY
  }

  /** Whether the member may be meant, as far as can be told without other class files. */
  public boolean mayBe(String namedOwner, String namedDescriptor) {
    return descriptor.equals(namedDescriptor) && (reach != Reach.OWNER || owner.equals(namedOwner));
  }
}
