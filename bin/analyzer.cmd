@echo off
rem SPDX-License-Identifier: Apache-2.0
rem Runs the analyzer that the build made, on the java of the PATH, which must be 21 or newer.
rem Nobody has run it on Windows yet.
java -XX:-UsePerfData -jar "%~dp0..\analyzer\target\analyzer.jar" %*
exit /b %errorlevel%
