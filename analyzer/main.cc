// The program: hands its arguments to the command line layer and returns that layer's exit code.
#include "analyzer/cli/cli.h"

int main(int argc, char** argv) { return chartlint::RunCommandLine(argc, argv); }
