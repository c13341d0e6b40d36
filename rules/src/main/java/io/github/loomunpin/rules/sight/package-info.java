// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/**
 * What keeps a thread on its carrier: which monitors its stack holds, which of them a wait has
 * released, what else pins, and what happens to the pin. The analyzer, for recordings and dumps,
 * and the agent, for the running JVM, ask {@link io.github.loomunpin.rules.sight.Sight#kept}, and
 * then {@link io.github.loomunpin.rules.sight.Outlook}. Dumps show all threads and may name
 * monitors, so for a dump the analyzer first asks what a thread has entered and what a wait has
 * released of that, adds what the dump names, and passes all of it to {@code kept}.
 *
 * <p>Where the run time decides about a monitor, the class of the object settles it. An event names
 * that class for the monitor that the thread could not enter or waits on, and {@code kept} uses it.
 * Only a recording has the events of all threads before the first pin is judged, so only the
 * analyzer's {@code SeenObjects} applies the class to the threads that hold it. Dumps of JDKs whose
 * monitors pin name no objects of virtual threads.
 *
 * <table>
 *   <caption>What decides what</caption>
 *   <tr><td>{@link io.github.loomunpin.rules.sight.SiteDecisions}
 *     <td>what the agent decides on the sites of a class, whoever defined it
 *   <tr><td>{@link io.github.loomunpin.rules.sight.Position}
 *     <td>where a frame stands in its class file: by bytecode index, by line, or by name alone
 *   <tr><td>{@link io.github.loomunpin.rules.sight.ClassImage}
 *     <td>what a frame holds there, wants to enter or waits on
 *   <tr><td>{@code WaitRelease}
 *     <td>what {@code Object.wait} has released; {@link
 *     io.github.loomunpin.rules.sight.ObjectOrigins} follows objects from frame to frame
 *   <tr><td>{@link io.github.loomunpin.rules.sight.CarrierKeeper}
 *     <td>what pins besides monitors: native frames, static initializers, class loading; {@link
 *     io.github.loomunpin.rules.sight.KeeperWords} says it
 *   <tr><td>{@link io.github.loomunpin.rules.sight.ClassWait}
 *     <td>whether a thread waits for another one to initialize a class
 *   <tr><td>{@link io.github.loomunpin.rules.sight.ThreadWork}
 *     <td>whether a thread computes; {@link io.github.loomunpin.rules.sight.TakenCarriers} decides
 *     by it whether all carriers stand still
 *   <tr><td>{@link io.github.loomunpin.rules.sight.LockWait}
 *     <td>whether it waits for a lock of {@code java.util.concurrent}
 *   <tr><td>{@link io.github.loomunpin.rules.sight.Sight#isLock}
 *     <td>which monitors the agent of a running JVM has made locks of; {@code UnseenMonitors} finds
 *     out where one of them cannot be one
 *   <tr><td>{@link io.github.loomunpin.rules.sight.PinReason}
 *     <td>what pins if no monitor does, or why none is known
 *   <tr><td>{@link io.github.loomunpin.rules.sight.Surety}
 *     <td>how surely
 *   <tr><td>{@link io.github.loomunpin.rules.sight.Outlook}
 *     <td>what happens to the pin with the agent
 *   <tr><td>{@link io.github.loomunpin.rules.sight.NativeWait}
 *     <td>whether a native method can wait, and whether a thread keeps its carrier in it
 *   <tr><td>{@link io.github.loomunpin.rules.sight.GeneratedNames}
 *     <td>which names are of generated classes, and of the agent
 *   <tr><td>{@link io.github.loomunpin.rules.sight.JdkLoaders}
 *     <td>which loaders of a recording are the JDK's, and which modules of a stack
 *   <tr><td>{@link io.github.loomunpin.rules.sight.Allowance}
 *     <td>which pins the user allows, and which are not of the user's own code
 * </table>
 *
 * <p>Where class files come from is left to {@link io.github.loomunpin.rules.sight.ClassImages}:
 * the analyzer reads a class path and a JDK, the agent asks the loaders of its own JVM.
 *
 * <p>Imports: rules.classfile, rules.member, rules.mode, rules.operand, rules.site.
 */
package io.github.loomunpin.rules.sight;
