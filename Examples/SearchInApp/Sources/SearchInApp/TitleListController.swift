// UIKit does not exist on Linux, so this project's tests only parse this file.
#if canImport(UIKit)
  import UIKit

  final class TitleListController: UITableViewController, UISearchResultsUpdating {
    private static let cell = "title"
    private let list: TitleList

    init(_ list: TitleList) {
      self.list = list
      super.init(style: .plain)
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) { nil }

    override func viewDidLoad() {
      super.viewDidLoad()
      title = "Plants"
      let search = UISearchController()
      search.searchResultsUpdater = self
      search.obscuresBackgroundDuringPresentation = false
      navigationItem.searchController = search
      tableView.register(UITableViewCell.self, forCellReuseIdentifier: Self.cell)
    }

    func updateSearchResults(for search: UISearchController) {
      list.text = search.searchBar.text ?? ""
      tableView.reloadData()
    }

    override func tableView(_ view: UITableView, numberOfRowsInSection section: Int) -> Int {
      list.matches.count
    }

    override func tableView(_ view: UITableView, cellForRowAt path: IndexPath) -> UITableViewCell {
      let cell = view.dequeueReusableCell(withIdentifier: Self.cell, for: path)
      var content = cell.defaultContentConfiguration()
      content.text = list.matches[path.row].title
      cell.contentConfiguration = content
      return cell
    }
  }
#endif
