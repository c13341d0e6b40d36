// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/**
 * What happened to classes before, with proofs. {@link
 * io.github.loomunpin.agent.cache.RewriteCache} is asked for each class that may need rewriting,
 * and answers only if rewriting the class now would have the same result.
 *
 * <p>There are two such caches in one format ({@code CacheFile}), and one reader, writer and check
 * for both:
 *
 * <table>
 * <caption>the caches</caption>
 * <tr><th></th><th>{@code cache=FILE}</th><th>in the agent's jar</th></tr>
 * <tr><td>classes</td><td>the application's, and those of a JDK that the jar does not know
 *     </td><td>the JDK's own that are rewritten</td></tr>
 * <tr><td>made by</td><td>a run with {@code cache.update=true} or {@code cache=auto}, at its exit ({@code
 *     CacheUpdate}; {@code UserCache} chooses the file for {@code auto})</td><td>the build, on a JDK 21 ({@code JdkStoreMaker})</td></tr>
 * <tr><td>asked by</td><td>the transformer for the application</td><td>the transformer for the JDK,
 *     before anything of the rewriter is loaded</td></tr>
 * <tr><td>holds for</td><td>this build of the agent, JDK, {@code include=} and {@code
 *     exclude=}</td><td>the agent that it is part of</td></tr>
 * <tr><td>knows a class file by</td><td>all of its bytes; of the JDK's by its length and sums
 *     </td><td>its length and sums, as it is the JDK's to copy</td></tr>
 * <tr><td>is trusted because</td><td>nobody else may write it ({@code TrustedFile})</td><td>it is in
 *     the jar</td></tr>
 * </table>
 *
 * <p>An {@code Entry} is a class file; a trace of what rewriting it asked about other classes, with
 * the answers; what is to be counted; and a {@code ByteDelta} that makes of the class file what
 * happened to it. The entry is used if the class file is the same, each {@code Question} of the
 * trace, asked once more, is answered in the same way, and the result has the sums that it had.
 * {@code NotedQuestions} takes the trace while a class is rewritten; there is no other way to ask.
 * {@code OtherLoadOrder} answers as in another order of loading, so that entries for likely orders
 * are kept side by side. Traces are read when their class is, and nothing but the table at start.
 *
 * <p>A file is used as a whole or not at all: it begins with a mark, the version of the format and
 * the sums of all the rest, and says for whom it is. Each part must lie within it. For {@code
 * cache=} one line says why a file is not used, and the next update replaces it, unless it is not a
 * cache at all. Updates write beside the file, under a lock, and then exchange it. The reasons are
 * in docs/decisions/cache.md and docs/decisions/jdk-store.md.
 *
 * <p>Imports: agent.rewrite, agent.tell, agent.thread, agent.visible, rules.classfile, rules.mode,
 * rules.option.
 */
package io.github.loomunpin.agent.cache;
