// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/**
 * Classes that the JVM did not offer in the usual way, which is to {@link
 * io.github.loomunpin.agent.transform.MonitorTransformer} when a loader of the application defines
 * them. {@link io.github.loomunpin.agent.unoffered.RuntimeLink} is the entry: the runtime stands
 * where Java code defines classes ({@link io.github.loomunpin.agent.install.JdkHooks}) and asks it.
 *
 * <table>
 *   <caption>What happens to which class</caption>
 *   <tr><th>kind of class</th><th>how it gets to us</th><th>what happens</th><th>why</th></tr>
 *   <tr>
 *     <td>hidden</td>
 *     <td>rewritten code calls the runtime in place of {@code Lookup.defineHiddenClass}:
 *         {@code rewriteHidden}</td>
 *     <td>it is rewritten like others of its loader; if that fails, it is named</td>
 *     <td>the JVM offers hidden classes to nobody</td>
 *   </tr>
 *   <tr>
 *     <td>defined where stack is short</td>
 *     <td>the guard: {@code rewriteAhead}</td>
 *     <td>a thread of the agent rewrites it first; if the JVM offers it after all, it is left as it
 *         is ({@link io.github.loomunpin.agent.transform.RewrittenAhead})</td>
 *     <td>the JVM silently leaves agents out then</td>
 *   </tr>
 *   <tr>
 *     <td>defined where memory is short</td>
 *     <td>the guard, which reserves what offering takes</td>
 *     <td>the definition fails with the error that the JVM would throw a little later</td>
 *     <td>a program that tries again may succeed</td>
 *   </tr>
 *   <tr>
 *     <td>offered, but there is too little stack or memory to rewrite it</td>
 *     <td>as usual</td>
 *     <td>the JVM gets a {@link io.github.loomunpin.agent.transform.Refusal}, and
 *         {@link io.github.loomunpin.agent.unoffered.DefinitionGuard} makes of its error the one that
 *         was the cause</td>
 *     <td>with native monitors the class would be unsafe, and the JVM ignores what a transformer
 *         throws</td>
 *   </tr>
 *   <tr>
 *     <td>refused by the JVM when it is defined, or when it is verified</td>
 *     <td>the guard sees what is thrown; the constructor of {@code VerifyError} tells the
 *         runtime</td>
 *     <td>{@link io.github.loomunpin.agent.unoffered.DefinitionGuard} and
 *         {@link io.github.loomunpin.agent.unoffered.Verification} define it on trial,
 *         before and after its rewrite, and name it if that is to blame</td>
 *     <td>no other code hears of it</td>
 *   </tr>
 *   <tr>
 *     <td>not offered for another reason: a thread loaded it within a transformer, or native code
 *         where stack was short</td>
 *     <td>{@link io.github.loomunpin.agent.unoffered.UnofferedClasses} compares the loaded classes
 *         with those that were offered: after each definition, at growing intervals, and at
 *         exit</td>
 *     <td>it is named, if it has sites; {@code strict=true} stops the JVM</td>
 *     <td>its methods may run already, and flags of methods cannot be changed any more</td>
 *   </tr>
 *   <tr>
 *     <td>one of the JDK's that lock objects of the application</td>
 *     <td>{@link io.github.loomunpin.agent.unoffered.JdkRewriting}: retransformed at start if it is
 *         loaded by then, else as it is loaded, else when the comparison finds it</td>
 *     <td>its shared locks are rewritten, and no flag but those of classes that are converted as a
 *         whole while they are loaded; late ones are named. What other agents make of it then,
 *         {@link io.github.loomunpin.agent.unoffered.JdkChanges} rewrites</td>
 *     <td>both must lock these objects in the same way, and a class that is loaded keeps its
 *         flags</td>
 *   </tr>
 *   <tr>
 *     <td>in the boot or platform loader, but not the JDK's: on the boot class path, or put into a
 *         module by {@code --patch-module}</td>
 *     <td>{@link io.github.loomunpin.agent.unoffered.JdkRewriting}, since it comes from a JDK's
 *         loader; {@link io.github.loomunpin.agent.unoffered.ModulePatches} tells the patched</td>
 *     <td>{@link io.github.loomunpin.agent.unoffered.AddedCode}: its monitors on what may be the
 *         application's are rewritten, its own objects are native. In {@code java.base} it is only
 *         named</td>
 *     <td>the lock is made of classes of {@code java.base}</td>
 *   </tr>
 *   <tr>
 *     <td>defined by a {@code Lookup}, or by other Java code, in one of these loaders</td>
 *     <td>the guard: {@code rewriteAdded}</td>
 *     <td>{@link io.github.loomunpin.agent.unoffered.AddedCode}, before it is defined</td>
 *     <td>in a module of the JDK nothing would tell it from the JDK's own later</td>
 *   </tr>
 *   <tr>
 *     <td>redefined, or retransformed by another agent</td>
 *     <td>a redefinition as usual, a retransformation only for classes of the JDK; {@link
 *         io.github.loomunpin.agent.transform.LaterChanges} sees what other agents make of
 *         either</td>
 *     <td>it is rewritten again, and keeps the flags and methods with which it was defined</td>
 *     <td>the JVM changes no flags of a class that is loaded; retransformations of the
 *         application's classes start from the rewritten class</td>
 *   </tr>
 *   <tr>
 *     <td>loaded before the agent</td>
 *     <td>the JVM lists it when the agent starts</td>
 *     <td>its objects are native
 *         ({@link io.github.loomunpin.agent.visible.NativeClasses}), and it is named</td>
 *     <td>a method that runs keeps its monitors</td>
 *   </tr>
 *   <tr>
 *     <td>a proxy, an array, a class of the agent's own</td>
 *     <td>not at all, or as usual</td>
 *     <td>nothing is compared or named</td>
 *     <td>the code of proxies never locks, and the agent's must not call its own lock</td>
 *   </tr>
 * </table>
 *
 * <p>Imports: agent.cache, agent.rewrite, agent.runtime, agent.tell, agent.thread, agent.transform,
 * agent.visible, rules.classfile, rules.mode, rules.option, rules.site.
 */
package io.github.loomunpin.agent.unoffered;
