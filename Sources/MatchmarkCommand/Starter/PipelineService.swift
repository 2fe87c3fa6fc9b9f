import ArgumentParser
import MatchmarkCore
import MatchmarkDatasets
import MatchmarkEngines
import MatchmarkHarness
import MatchmarkSystem

/// A service for which `init` can write the job that checks an existing engine.
enum PipelineService: String, ExpressibleByArgument, CaseIterable {
  case github, gitlab, jenkins

  /// The example of the job.
  fileprivate var example: String {
    switch self {
    case .github: "Examples/StarterEngine/.github/workflows/matchmark.yml"
    case .gitlab: "Examples/ContinuousIntegration/gitlab-project.yml"
    case .jenkins: "Examples/ContinuousIntegration/Jenkinsfile.project"
    }
  }

  /// The job's file in a project.
  ///
  /// GitLab and Jenkins have one file for all jobs, which is left alone, because a project may have
  /// it already.
  fileprivate var path: String {
    switch self {
    case .github: ".github/workflows/matchmark.yml"
    case .gitlab: "matchmark.gitlab-ci.yml"
    case .jenkins: "Jenkinsfile.matchmark"
    }
  }

  /// The step by which the service learns of the job; empty if it looks for the file itself.
  fileprivate var announcement: [String] {
    switch self {
    case .github: []
    case .gitlab: ["add this line to .gitlab-ci.yml: include: \(path)"]
    case .jenkins: ["create a multibranch pipeline with the script path \(path)"]
    }
  }

  /// The place where the variables of the archive are set.
  fileprivate var variables: String {
    switch self {
    case .github: "two variables of the repository"
    case .gitlab: "two CI variables of the project"
    case .jenkins: "two global environment variables"
    }
  }

  /// The machine of the job, and the way to give it what an engine needs.
  fileprivate var machine: String {
    switch self {
    case .github: "GitHub's image ubuntu-24.04; add a step that installs what your engine needs"
    case .gitlab, .jenkins:
      "the image python:3.12; if your engine needs another, choose one with bash, git and curl"
    }
  }

  /// Returns the example with other values of its variables, and without the cases of the
  /// specification, whose columns an engine that exists need not know.
  ///
  /// A quoted value is data in YAML and in a Jenkinsfile, whatever its characters are.
  fileprivate func filled(_ text: String, _ values: [(name: String, value: String?)]) -> String {
    let steps = ["./pipeline conformance", "- name: Check the cases of the specification"]
    return text.split(separator: "\n", omittingEmptySubsequences: false).filter { line in
      !steps.contains { line.contains($0) }
    }.compactMap { line in
      guard let (name, value) = values.first(where: { line.contains(" \($0.name)\(sign)") })
      else { return String(line) }
      let indent = line.prefix { $0 == " " }
      return value.map { "\(indent)\(name)\(sign) \(quoted($0))" }
    }.joined(separator: "\n")
  }

  private var sign: String { self == .jenkins ? " =" : ":" }

  private func quoted(_ value: String) -> String {
    guard self == .jenkins else { return "'\(value.replacing("'", with: "''"))'" }
    return "'\(value.replacing("\\", with: "\\\\").replacing("'", with: "\\'"))'"
  }
}

/// The engine, the rows and the rules that a job checks.
struct PipelineSubject {
  /// The variables of the job; nil for one that is left out.
  fileprivate let variables: [(name: String, value: String?)]

  /// Reads each file once, so that the job does not fail on one that it cannot read.
  ///
  /// - Throws: ``InputError`` if one cannot be read, is not within the project, or does not list
  ///   the engine.
  init(
    _ engine: String, engineFile: String, corpus: String, profile: String?,
    _ context: ProgramContext
  ) throws(InputError) {
    for (option, path) in [
      ("--engine-file", engineFile), ("--corpus", corpus), ("--profile", profile ?? ""),
    ]
    where path.isAbsolutePath || path == CorpusSource.standardInput
      || path.split(separator: "/").contains("..")
    {
      throw .usage(
        "got \(option) '\(path)', expected a path within the project, relative to its folder")
    }
    let roster = try ParticipantRoster(engineFile: engineFile, in: context.project)
    _ = try roster.engine(engine)
    let whom = ["--engine-file", engineFile, "-e", engine]
    switch Self.greeting(of: engine, in: roster) {
    case let hello? where hello.boxRules != nil:
      let hunt = ["hunt", "--boxes", "--seed", "1", "--cases", "20000"] + whom
      throw .usage(
        "got search box '\(engine)', which has no rows to be searched, expected an engine; the job "
          + "of a search box is: \(context.shown.command(hunt))")
    case let hello? where hello.rules.map { $0.spec == nil } ?? false:
      let jobs = [
        ["hunt", "--ranked", "--seed", "1", "--cases", "2000", "--corpus", corpus] + whom,
        ["verify", "--rank", "own", "--corpus", corpus] + whom,
        ["quality", "--corpus", corpus, "--labels", "LABELS.tsv"] + whom
          + ["--against", "base/quality.json", "--strict"],
      ].map(context.shown.command)
      throw .usage(
        "got ranker '\(engine)', which names no order that its answers could be compared with, "
          + "expected an engine; the jobs of such a ranker are: \(jobs.joined(separator: "; ")); "
          + "the last one needs the folder that 'quality -o base' wrote for the base branch")
    default: break
    }
    _ = try ChosenCorpus(
      corpus, profile: ProfileChoice(profile), reading: RowReading(), in: context.folder)
    variables = [
      ("MATCHMARK_PARTICIPANT", engine), ("MATCHMARK_ENGINES", engineFile),
      ("MATCHMARK_CORPUS", corpus), ("MATCHMARK_PROFILE", profile),
    ]
  }

  /// The greeting of the engine; nil if it cannot be started.
  private static func greeting(of id: String, in roster: ParticipantRoster) -> HelloReply? {
    let participant = try? roster.engines([id], EngineTimeouts()).first
    return participant.flatMap { try? GreetedEngine($0) }?.hello
  }
}

extension Starter {
  /// The job that checks an existing engine on a service, and the script that the job calls.
  init(
    _ examples: StarterExamples, of service: PipelineService, for subject: PipelineSubject
  ) throws(InputError) {
    let job = service.filled(
      try examples.text(of: service.example).replacing("\nmy-engine:", with: "\nmatchmark:"),
      subject.variables)
    files = [try examples.pipeline(), (service.path, job)]
    let values = subject.variables.compactMap { name, value in value.map { "\(name)=\($0)" } }
    firstCommands = [ShellWord.line(["export"] + values), "./pipeline answers"]
    notes =
      service.announcement + [
        "the job runs on \(service.machine)",
        try Self.archiveNote(examples, service.variables),
        "add .matchmark/, reports/* and !reports/baselines/ to .gitignore",
      ]
  }
}
